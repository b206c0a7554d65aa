/** Two processes of the API on one Postgres and one bucket, behind a proxy that gives each request to the next. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startRoundRobin } from './round-robin.ts'
import { newDataDir, type RunningServer, type ServerOptions, startProcess } from './server-process.ts'

/** Set by the program that starts Postgres and the bucket: `postgres` and `bucket` are addresses, `folder` is where buckets lie. */
export const clusterServices = 'TEST_CLUSTER'

export interface ClusterServices {
  postgres: string
  /** Of any bucket: the name is replaced. */
  bucket: string
  folder: string
}

export const isClusterRun = () => Boolean(process.env[clusterServices])

function servicesOf(): ClusterServices {
  const services: ClusterServices = JSON.parse(process.env[clusterServices] ?? 'null')
  return services
}

const note = 'cluster.json'

interface Installation {
  /** Of the database and of the bucket. */
  name: string
}

function installationOf(dataDir: string): Installation | null {
  const path = join(dataDir, note)
  const found: Installation | null = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  return found
}

function withPath(address: string, name: string): string {
  const url = new URL(address)
  url.pathname = `/${name}`
  return url.href
}

/** Address of a folder's database; null where the folder holds it. */
export function databaseOf(dataDir: string): string | null {
  const found = isClusterRun() ? installationOf(dataDir) : null
  return found && withPath(servicesOf().postgres, found.name)
}

async function execute({ postgres }: ClusterServices, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** An installation of its own, empty or a copy of the one that the folder was copied from. */
async function install(services: ClusterServices, dataDir: string): Promise<Installation> {
  const from = installationOf(dataDir)
  const { folder } = services
  const name = `lapangan-${randomBytes(6).toString('hex')}`
  await execute(services, `create database "${name}"${from ? ` template "${from.name}"` : ''}`)
  if (from) await cp(join(folder, from.name), join(folder, name), { recursive: true, preserveTimestamps: true })
  else await mkdir(join(folder, name))
  await writeFile(join(dataDir, note), JSON.stringify({ name }))
  return { name }
}

export interface Cluster extends RunningServer {
  /** Of each process. */
  urls: readonly string[]
  database: string
}

export async function startCluster(options: ServerOptions = {}, services = servicesOf()): Promise<Cluster> {
  const { postgres, bucket, folder } = services
  const dataDir = options.dataDir ?? (await newDataDir(options.env))
  const known = options.dataDir ? installationOf(dataDir) : null
  const { name } = known ?? (await install(services, dataDir))
  const places = ['a', 'b'].map((each) => join(dataDir, each))
  const ports: number[] = []
  const begin = performance.now()
  const shared = {
    DATABASE_URL: withPath(postgres, name),
    FILES_URL: bucket.replace(/\/[^/?]+\?/, `/${name}?`),
    SECRET_KEY: 'one secret of both processes, for tests',
    TRUST_PROXY: 'true',
  }
  const processes: RunningServer[] = []
  // Its port is known to the processes, whose own are known to it.
  const proxy = await startRoundRobin(ports, options.port)
  const env = { PUBLIC_URL: `http://localhost:${proxy.port}`, ...shared, ...options.env }
  const { port: _, ...rest } = options
  try {
    processes.push(...(await Promise.all(places.map((place) => startProcess({ readyWithin: 120_000, ...rest, dataDir: place, env })))))
  } catch (error) {
    await proxy.close()
    throw error
  }
  for (const { port } of processes) ports.push(port)
  const all = async <T>(work: (each: RunningServer) => Promise<T>): Promise<T[]> => Promise.all(processes.map(work))
  return {
    port: proxy.port,
    url: proxy.url,
    urls: processes.map(({ url }) => url),
    database: withPath(postgres, name),
    dataDir,
    get pid() {
      return processes[0]?.pid ?? 0
    },
    readyAfter: performance.now() - begin,
    async stop() {
      const codes = await all((each) => each.stop())
      return codes.find((code) => code !== 0) ?? 0
    },
    async kill() {
      await all((each) => each.kill())
    },
    async killAndRestart() {
      await all((each) => each.killAndRestart())
    },
    async restart(more) {
      await all((each) => each.restart(more))
    },
    async dispose() {
      await all((each) => each.dispose())
      await proxy.close()
      if (options.dataDir) return
      await execute(services, `drop database "${name}" with (force)`)
      for (const path of [join(folder, name), dataDir]) await rm(path, { recursive: true, force: true })
    },
    log: () => processes.map((each) => each.log()).join('\n'),
  }
}
