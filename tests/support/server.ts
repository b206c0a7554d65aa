import { isClusterRun, startCluster } from './cluster.ts'
import { type RunningServer, type ServerOptions, startProcess } from './server-process.ts'

/** The built server: one process with its own folder, or in `npm run e2e:cluster` two of them on one Postgres and one bucket. */
export function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  return isClusterRun() && !options.fromSources ? startCluster(options) : startProcess(options)
}
