import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import type { Database, Db } from './database.ts'
import { errorLine } from './error-line.ts'
import { assertBaseline, migrationsFolder } from './migrate.ts'
import { type Subscribe, signals } from './signals.ts'

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

// Compiling a report's query takes longer than running it: 2.7 s of 3.9 s with a million orders.
const options = '-c timezone=UTC -c jit=off'
/** Any fixed number: makes concurrent starts migrate in turn. */
const migrationLock = 7_201_114

/** Milliseconds to wait for a server at start. */
const answersWithin = 10_000

/** Throws for an absent server, a wrong name, or a silent connection. */
async function assertAnswers(connectionString: string, within: number): Promise<void> {
  const client = new pg.Client({ connectionString, options, connectionTimeoutMillis: within, query_timeout: within })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
  } catch (error) {
    const isSilent = error instanceof Error && /timeout/i.test(error.message)
    throw new Error(`${client.host}:${client.port}: ${isSilent ? `it said nothing for ${within / 1000} s` : errorLine(error)}`)
  } finally {
    // Not awaited: a silent server does not close either.
    client.end().catch(() => undefined)
  }
}

async function migrateOnce(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm')
    const db = drizzle(client)
    await assertBaseline(db)
    await migrate(db, { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  } finally {
    client.release()
  }
}

/** A connection for LISTEN that reconnects when it breaks. */
function listener(connectionString: string): { subscribe: Subscribe; close: () => Promise<void> } {
  const listeners = new Map<string, (message: string | null) => void>()
  let wasConnected = false
  let client: Promise<pg.Client> | null = null
  let closed = false
  const connect = async () => {
    const fresh = new pg.Client({ connectionString, options })
    fresh.on('notification', ({ channel, payload }) => listeners.get(channel)?.(payload ?? ''))
    fresh.on('error', () => undefined)
    fresh.on('end', () => {
      client = null
      if (!closed) setTimeout(() => void ensure().catch(() => undefined), 1_000).unref()
    })
    await fresh.connect()
    for (const channel of listeners.keys()) await fresh.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    // What was sent meanwhile reached nobody.
    if (wasConnected) for (const callback of listeners.values()) callback(null)
    wasConnected = true
    return fresh
  }
  const ensure = () => {
    client ??= connect().catch((error: unknown) => {
      client = null
      throw error
    })
    return client
  }
  return {
    async subscribe(channel, callback) {
      listeners.set(channel, callback)
      try {
        await (await ensure()).query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      } catch (error) {
        // Closed meanwhile: there is nothing to listen to.
        if (!closed) throw error
      }
    },
    async close() {
      closed = true
      await (await client)?.end()
    },
  }
}

async function openPool(url: string, within: number): Promise<pg.Pool> {
  await assertAnswers(url, within)
  const pool = new pg.Pool({ connectionString: url, options, max: 20 })
  pool.on('error', () => undefined)
  try {
    await migrateOnce(pool)
    return pool
  } catch (error) {
    await pool.end()
    throw error
  }
}

/** Opens a Postgres by url, with a pool. Throws one line if it is unusable or silent for `within` milliseconds. */
export async function openPostgres(url: string, within = answersWithin): Promise<Database> {
  const pool = await openPool(url, within).catch((error: unknown) => {
    throw new Error(`the database of DATABASE_URL does not open: ${errorLine(error)}`)
  })
  // Only the drivers' type of a raw result differs; both have `rows`.
  const db = drizzle(pool) as unknown as Db
  const listenerClient = listener(url)
  return {
    embedded: false,
    ...signals(db, listenerClient.subscribe),
    // It groups commits of its connections by itself.
    hold: (work) => work(),
    // Connections are made anew.
    lost: new Promise(() => undefined),
    async close() {
      await listenerClient.close()
      await pool.end()
    },
  }
}
