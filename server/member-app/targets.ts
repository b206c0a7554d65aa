/** Where something leads that members see: an address, or a record that they may open now (contract/parts/reference-fields.ts). */
import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { eventPath, landingPath } from '#contract/public-pages.ts'
import { isPublished } from '#server/content/publish.ts'
import type { Db } from '#server/db/database.ts'
import { onlineClasses } from '#server/db/tables/classes.ts'
import { posts } from '#server/db/tables/content.ts'
import { landingPages } from '#server/db/tables/crm.ts'
import { events } from '#server/db/tables/events.ts'

export interface Reference {
  reference_type: string
  reference_url: string | null
  content_id: number | null
  event_id: number | null
  onlineclass_id: number | null
}

export interface Target {
  kind: 'none' | 'url' | 'content' | 'event' | 'onlineclass' | 'landing'
  /** An address; of an event and of a landing page its public page. */
  url: string | null
  ref: string | null
}

export const nowhere: Target = { kind: 'none', url: null, ref: null }
export const toAddress = (url: string | null): Target => (url ? { kind: 'url', url, ref: null } : nowhere)

const readers: Readonly<Record<string, (db: Db, ids: number[]) => Promise<(readonly [number, Target])[]>>> = {
  async content(db, ids) {
    const where: SQL | undefined = and(inArray(posts.id, ids), isNull(posts.deleted_at), isPublished(posts))
    const found = await db.select({ id: posts.id, ref: posts.ref }).from(posts).where(where)
    return found.map(({ id, ref }) => [id, { kind: 'content', url: null, ref }])
  },
  async event(db, ids) {
    const { id, ref, slug } = events
    const found = await db
      .select({ id, ref, slug })
      .from(events)
      .where(and(inArray(id, ids), eq(events.visibility, 'publish')))
    return found.map((one) => [one.id, { kind: 'event', url: one.slug ? eventPath(one.slug) : null, ref: one.ref }])
  },
  async onlineclass(db, ids) {
    const { id, ref, is_show } = onlineClasses
    const found = await db
      .select({ id, ref })
      .from(onlineClasses)
      .where(and(inArray(id, ids), eq(is_show, true)))
    return found.map((one) => [one.id, { kind: 'onlineclass', url: null, ref: one.ref }])
  },
}

/** Returns where a landing page is; nowhere unless it is published. */
export async function resolveLanding(db: Db, id: number | null): Promise<Target> {
  if (id === null) return nowhere
  const { ref, slug } = landingPages
  const [page] = await db
    .select({ ref, slug })
    .from(landingPages)
    .where(and(eq(landingPages.id, id), eq(landingPages.status, 'publish')))
  return page?.slug ? { kind: 'landing', url: landingPath(page.slug), ref: page.ref } : nowhere
}

const idOf = ({ reference_type, content_id, event_id, onlineclass_id }: Reference): number | null =>
  ({ content: content_id, event: event_id, onlineclass: onlineclass_id })[reference_type] ?? null

/** Returns the target of each, in order. What members may not open, or is gone, leads nowhere. At most one query per kind. */
export async function resolveTargets(db: Db, references: readonly Reference[]): Promise<Target[]> {
  const known = new Map<string, Target>()
  for (const [kind, read] of Object.entries(readers)) {
    const ids = [...new Set(references.flatMap((one) => (one.reference_type === kind ? (idOf(one) ?? []) : [])))]
    if (ids.length) for (const [id, target] of await read(db, ids)) known.set(`${kind} ${id}`, target)
  }
  return references.map((one) => {
    if (one.reference_type === 'url') return toAddress(one.reference_url)
    return known.get(`${one.reference_type} ${idOf(one)}`) ?? nowhere
  })
}
