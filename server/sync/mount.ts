/** GET /sync/in/v1/changes (contract/sync.ts): first sync of a device, then updates. */
import { randomUUID } from 'node:crypto'
import { and, asc, gt } from 'drizzle-orm'
import type { Hono } from 'hono'
import { type Changes, changes as call, mayKeep } from '#contract/sync.ts'
import { type SyncedArea, syncedAreas } from '#contract/synced-areas.ts'
import { selectChanges } from '#server/crud/query/page-text.ts'
import { countAll, scopeOf } from '#server/crud/query/read.ts'
import { readableNames } from '#server/crud/query/shape.ts'
import type { SectionApi } from '#server/crud/serve.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { getFeedHorizon, isForgotten } from '#server/platform/core/feed-position.ts'
import { metaValue } from '#server/platform/core/meta.ts'
import { mount } from '#server/platform/http/mount.ts'
import { JsonText } from '#server/platform/http/reply.ts'
import { type Cursor, formatCursor, parseCursor } from './cursor.ts'
import { readFeed, type SyncSource } from './feed.ts'

const usual = 1_000

const again: Changes = { changes: [], cursor: '', more: false, resync: true, total: 0 }
const nothing: Changes = { ...again, resync: false }

/** Returns a page of rows by id; changes meanwhile come with the feed. */
async function fill(
  platform: Platform,
  { area, api }: SyncSource,
  user: CurrentUser,
  cursor: Cursor,
  after: number,
  limit: number,
): Promise<JsonText> {
  const { id } = api.shape.table
  const where = and(scopeOf(api.shape, user).where, gt(id, after))
  const total = await countAll(platform, api.shape, user)
  const selecting = { where, order: [asc(id)], limit }
  const { text, found, last } = await selectChanges(platform.database.db, api.shape, area, readableNames(api.shape, user), selecting)
  const rest = {
    cursor: formatCursor({ ...cursor, first: found === limit ? last : null }),
    more: true,
    resync: false,
    total,
  } satisfies Omit<Changes, 'changes'>
  return new JsonText(`{"changes":${text},${JSON.stringify(rest).slice(1)}`)
}

export function mountSync(app: Hono, platform: Platform, apis: Readonly<Record<SyncedArea, SectionApi>>): void {
  const { db } = platform.database
  mount(app, platform, call, async ({ user, query }): Promise<Changes | JsonText> => {
    // Older consoles know one area and name none.
    const area = syncedAreas.find((name) => name === (query.area ?? 'leads'))
    const source = area && { area, api: apis[area] }
    const given = typeof query.cursor === 'string' ? query.cursor : ''
    if (!source || !mayKeep(source.area, user)) return given === '' ? nothing : again
    const limit = typeof query.limit === 'number' ? query.limit : usual
    const epoch = await metaValue(db, 'epoch', randomUUID)
    // Another scope has other rows: the device restarts.
    const scope = `${source.area} ${scopeOf(source.api.shape, user).key}`
    const cursor = given === '' ? { epoch, scope, from: await getFeedHorizon(db), first: 0 } : parseCursor(given)
    if (!cursor || cursor.epoch !== epoch || cursor.scope !== scope || (await isForgotten(db, cursor.from))) return again
    // A database restored from a dump restarts its transaction numbers.
    if (BigInt(cursor.from.tx) > BigInt((await getFeedHorizon(db)).tx)) return again
    if (cursor.first !== null) return fill(platform, source, user, cursor, cursor.first, limit)
    const page = await readFeed(db, source, user, cursor.from, limit)
    return {
      changes: page.changes,
      cursor: formatCursor({ ...cursor, from: page.next }),
      more: page.more,
      resync: false,
      total: 0,
    }
  })
}
