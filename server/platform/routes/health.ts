import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { probe } from '#contract/probe.ts'
import type { Platform } from '../core/context.ts'
import { version } from '../core/version.ts'
import { mountRaw } from '../http/mount.ts'

const live = JSON.stringify({ status: 'ok' })
const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }

/** The cheapest response: clients use it to distinguish network failures from server failures. */
export function mountLive(app: Hono): void {
  mountRaw(app, probe, async () => new Response(live, { headers }))
}

export function mountHealth(app: Hono, platform: Platform): void {
  app.get('/health/ready', async (c) => {
    try {
      await platform.database.db.execute(sql`select 1`)
      return c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' })
    } catch {
      return c.json({ status: 'unavailable' }, 503, { 'Cache-Control': 'no-store' })
    }
  })
  app.get('/version', (c) => c.json({ version }, 200, { 'Cache-Control': 'no-store' }))
}
