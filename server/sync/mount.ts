/** GET /sync/in/v1/changes (contract/sync.ts): fills a device, then keeps it up to date. */
import { randomUUID } from 'node:crypto'
import { and, asc, gt } from 'drizzle-orm'
import type { Hono } from 'hono'
import { type Changes, changes as call } from '#contract/sync.ts'
import { selectChanges } from '#server/crud/page-text.ts'
import { countAll, scopeOf } from '#server/crud/read.ts'
import { readableNames } from '#server/crud/shape.ts'
import type { CurrentUser, Platform } from '#server/platform/context.ts'
import { horizon, isForgotten } from '#server/platform/feed-place.ts'
import { metaValue } from '#server/platform/meta.ts'
import { mount } from '#server/platform/mount.ts'
import { JsonText } from '#server/platform/reply.ts'
import { type Cursor, formatCursor, parseCursor } from './cursor.ts'
import { readFeed, type SyncSource } from './feed.ts'

const usual = 1_000

const again: Changes = { changes: [], cursor: '', more: false, resync: true, total: 0 }

/** Another scope means other rows: the device starts again. */
function scopeKey(sources: readonly SyncSource[], user: CurrentUser): string {
  return sources.map(({ area, api }) => `${area} ${scopeOf(api.shape, user).key}`).join(', ')
}

async function totalRows(platform: Platform, sources: readonly SyncSource[], user: CurrentUser): Promise<number> {
  let total = 0
  for (const { api } of sources) total += await countAll(platform, api.shape, user)
  return total
}

/** One page of the rows themselves, by id; what changes meanwhile comes with the feed. */
async function fill(
  platform: Platform,
  sources: readonly SyncSource[],
  user: CurrentUser,
  cursor: Cursor,
  limit: number,
): Promise<Changes | JsonText> {
  const { db } = platform.database
  const at = cursor.first ?? { area: 0, after: 0 }
  const source = sources[at.area]
  if (!source) return { changes: [], cursor: formatCursor({ ...cursor, first: null }), more: true, resync: false, total: 0 }
  const { area, api } = source
  const { id } = api.shape.table
  const where = and(scopeOf(api.shape, user).where, gt(id, at.after))
  const total = await totalRows(platform, sources, user)
  const selecting = { where, order: [asc(id)], limit }
  const { text, found, last } = await selectChanges(db, api.shape, area, readableNames(api.shape, user), selecting)
  const next = found === limit ? { area: at.area, after: last } : { area: at.area + 1, after: 0 }
  const rest = {
    cursor: formatCursor({ ...cursor, first: next.area < sources.length ? next : null }),
    more: true,
    resync: false,
    total,
  } satisfies Omit<Changes, 'changes'>
  return new JsonText(`{"changes":${text},${JSON.stringify(rest).slice(1)}`)
}

export function mountSync(app: Hono, platform: Platform, all: readonly SyncSource[]): void {
  const { db } = platform.database
  mount(app, platform, call, async ({ user, query }): Promise<Changes | JsonText> => {
    const sources = all.filter(({ permission }) => user.permissions.has(permission))
    const limit = typeof query.limit === 'number' ? query.limit : usual
    const epoch = await metaValue(db, 'epoch', randomUUID)
    const scope = scopeKey(sources, user)
    const given = typeof query.cursor === 'string' ? query.cursor : ''
    const cursor = given === '' ? { epoch, scope, from: await horizon(db), first: { area: 0, after: 0 } } : parseCursor(given)
    if (!cursor || cursor.epoch !== epoch || cursor.scope !== scope || (await isForgotten(db, cursor.from))) return again
    // A database that was put back from a dump counts its transactions anew.
    if (BigInt(cursor.from.tx) > BigInt((await horizon(db)).tx)) return again
    if (cursor.first) return fill(platform, sources, user, cursor, limit)
    const page = await readFeed(db, sources, user, cursor.from, limit)
    return {
      changes: page.changes,
      cursor: formatCursor({ ...cursor, from: page.next }),
      more: page.more,
      resync: false,
      total: 0,
    }
  })
}
