/** `GET /s/{slug}`: redirects, and counts clicks. */
import { eq, sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { slugPattern } from '#contract/lib/patterns.ts'
import { maxSlug } from '#contract/lib/slug.ts'
import { shortLinkPath } from '#contract/public-pages.ts'
import type { Db } from '#server/db/database.ts'
import { preparedQuery } from '#server/db/prepared-query.ts'
import { formerSlugs, shortLinks } from '#server/db/tables/short-links.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { clientAddress } from '#server/platform/http/request.ts'
import { networkLimit } from '#server/platform/limits/network-limit.ts'
import { countClicks } from './clicks.ts'
import { isOwnLink } from './own-link.ts'
import { deadEnd } from './page.ts'

/** Per address and minute: a whole office, or a mobile network. */
const perMinute = 300

interface Found {
  id: number
  slug: string
  target: string
  ended: boolean
}

const ended = sql<boolean>`coalesce(${shortLinks.expires_at} <= now(), false)`.as('ended')
const columns = { id: shortLinks.id, slug: shortLinks.slug, target: shortLinks.target, ended }
const bySlug = preparedQuery<Found>((db) =>
  db
    .select(columns)
    .from(shortLinks)
    .where(eq(shortLinks.slug, sql.placeholder('slug'))),
)
const byFormer = preparedQuery<Found>((db) =>
  db
    .select(columns)
    .from(formerSlugs)
    .innerJoin(shortLinks, eq(shortLinks.id, formerSlugs.link_id))
    .where(eq(formerSlugs.slug, sql.placeholder('slug'))),
)

async function find(db: Db, slug: string): Promise<Found | null> {
  if (slug.length > maxSlug || !slugPattern.test(slug)) return null
  const [current] = await bySlug(db, { slug })
  return current ?? (await byFormer(db, { slug }))[0] ?? null
}

/** Not cached: each click counts, and a former slug may get another link. */
const leadTo = (status: 301 | 302, address: string) =>
  new Response(null, { status, headers: { Location: address, 'Cache-Control': 'no-store' } })

const purposeOf = (c: Context) => ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'].map((name) => c.req.header(name) ?? '').join(' ')

export function mountShortLinks(app: Hono, platform: Platform): void {
  const { database, settings } = platform
  const attempts = networkLimit(platform, { name: 'short links', points: perMinute, seconds: 60, block: 15 })
  const clicks = countClicks(platform)
  app.get(shortLinkPath(':slug'), async (c) => {
    const address = clientAddress(c, settings.trustProxy)
    const language = c.req.header('Accept-Language')
    if (!(await attempts.allows(address))) return deadEnd('limited', language)
    const slug = c.req.param('slug') ?? ''
    const found = await find(database.db, slug)
    if (!found) return deadEnd('unknown', language)
    if (found.slug !== slug) return leadTo(301, shortLinkPath(found.slug))
    // Stored before this server knew the name as its own.
    if (isOwnLink(found.target, settings, c.req.header('Host') ?? '')) return deadEnd('unknown', language)
    if (found.ended) return deadEnd('ended', language)
    const agent = c.req.header('User-Agent') ?? ''
    clicks.add({ link: Number(found.id), method: c.req.method, address, agent, purpose: purposeOf(c) })
    return leadTo(302, new URL(found.target).href)
  })
}
