/** Starts the API: settings, database, demo data, port; and shuts it down gracefully. */
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { demoPassword } from '#contract/session.ts'
import { createApp } from './app.ts'
import { startAreas } from './areas.ts'
import { errorLine } from './db/error-line.ts'
import { openDatabase } from './db/open.ts'
import { attachSockets, type Sockets } from './inbox/sockets/socket.ts'
import type { Platform } from './platform/core/context.ts'
import { createPlatform } from './platform/create.ts'
import { assertPortFree, portError } from './platform/settings/port.ts'
import { assertDataFolder, closeFolder, markFolder, ownFilesOnly } from './platform/settings/private-folder.ts'
import { readSettings, type Settings } from './platform/settings/settings.ts'

/** Queue of pending connections: after an outage all clients reconnect at once. The system may allow fewer. */
const backlog = 4_096
const demoAccounts = ['root', 'admin', 'sales', 'sales2', 'support', 'analyst']

/** Exits with one line for the operator. */
function refuse(error: unknown): never {
  console.error(`lapangan: ${errorLine(error)}`)
  process.exit(1)
}

async function prepare(settings: Settings): Promise<Platform> {
  const { databaseUrl, dataDir, port } = settings
  await assertPortFree(port)
  await assertDataFolder(dataDir)
  ownFilesOnly()
  await closeFolder(dataDir)
  markFolder(dataDir)
  const database = await openDatabase(databaseUrl ? { url: databaseUrl } : { dataDir })
  void database.lost.then(refuse)
  // The embedded Postgres has its own umask, which makes new files readable to others.
  await closeFolder(dataDir)
  const platform = await createPlatform(settings, database)
  await startAreas(platform)
  return platform
}

function logStart({ publicUrl, demo }: Settings): void {
  console.log(`\nLapangan is at ${publicUrl}`)
  if (demo) console.log(`Demo accounts, password ${demoPassword}: ${demoAccounts.map((name) => `${name}@lapangan.test`).join(', ')}`)
}

function registerGracefulShutdown(server: Server, platform: Platform, sockets: Sockets): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    platform.background.stop()
    // A hanging connection must not prevent the others' closing.
    setTimeout(() => server.closeAllConnections(), 8_000).unref()
    sockets.close()
    server.close(async () => {
      await platform.securityLog.flush()
      await platform.background.settled()
      platform.mail.close()
      await platform.database.close()
      process.exit(0)
    })
    server.closeIdleConnections()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
}

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const platform = await prepare(settings)
  const server = createAdaptorServer({ fetch: createApp(platform).fetch })
  server.listen({ port: settings.port, backlog }, () => logStart(settings))
  server.on('error', (error) => refuse(portError(settings.port, error)))
  if ('closeAllConnections' in server) {
    server.keepAliveTimeout = 65_000
    registerGracefulShutdown(server, platform, await attachSockets(server, platform))
  }
}

main().catch(refuse)
