import { eq, sql } from 'drizzle-orm'
import { shortLink } from '#contract/sections/other/short-link.ts'
import type { Announced, Change } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { fieldError } from '#server/platform/problem.ts'
import type { Settings } from '#server/platform/settings.ts'
import { formerSlugs, shortLinks } from './short-link/tables.ts'

/** The host and path of an address as a browser goes there. Null for what is no address. */
function placeOf(address: string): { host: string; path: string } | null {
  if (!URL.canParse(address)) return null
  const { host, pathname } = new URL(address)
  try {
    return { host, path: decodeURIComponent(pathname) }
  } catch {
    return { host, path: pathname }
  }
}

/** A link to a short link of ours could lead in a circle. */
function isOwn(address: string, { publicUrl, origins }: Pick<Settings, 'publicUrl' | 'origins'>): boolean {
  const place = placeOf(address)
  const hosts = [publicUrl, ...origins].map((own) => new URL(own).host)
  return place !== null && hosts.includes(place.host) && /^\/+s(\/|$)/i.test(place.path)
}

function checkTarget({ platform, values }: Change): void {
  const target = String(values.target)
  if (!placeOf(target)) throw fieldError('target', 'url')
  if (isOwn(target, platform.settings)) throw fieldError('target', 'own_link')
}

/** A slug that a link gives up leads to it from then on; one that a link takes leads nowhere else. */
async function keepFormer(effects: readonly Announced[]): Promise<void> {
  for (const { db, before, after } of effects) {
    if (!after || before?.slug === after.slug) continue
    await db.delete(formerSlugs).where(eq(formerSlugs.slug, String(after.slug)))
    if (before)
      await db
        .insert(formerSlugs)
        .values({ slug: String(before.slug), link_id: after.id })
        .onConflictDoUpdate({ target: formerSlugs.slug, set: { link_id: sql`excluded.link_id` } })
  }
}

export const shortLinkApi = serve(shortLink, shortLinks, { prepare: checkTarget, afterChange: keepFormer })
