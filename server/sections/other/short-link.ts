import { eq, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { shortLink } from '#contract/sections/other/short-link.ts'
import type { Announced, Change } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { formerSlugs, shortLinks } from '#server/db/tables/short-links.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { parseUrl } from '#server/platform/settings/parse-url.ts'
import { isOwnLink } from './short-link/own-link.ts'

function checkTarget({ platform, values, host }: Change): void {
  const target = toText(values.target)
  const url = parseUrl(target)
  if (!url) throw fieldError('target', 'url')
  if (isOwnLink(target, platform.settings, host ?? '')) throw fieldError('target', 'own_link')
  if (url.username || url.password) throw fieldError('target', 'credentials')
}

/** A link's former slug redirects to it; a slug taken by a link does not redirect. */
async function keepFormer(effects: readonly Announced[]): Promise<void> {
  for (const { db, before, after } of effects) {
    if (!after || before?.slug === after.slug) continue
    await db.delete(formerSlugs).where(eq(formerSlugs.slug, toText(after.slug)))
    if (before)
      await db
        .insert(formerSlugs)
        .values({ slug: toText(before.slug), link_id: after.id })
        .onConflictDoUpdate({ target: formerSlugs.slug, set: { link_id: sql`excluded.link_id` } })
  }
}

export const shortLinkApi = serve(shortLink, shortLinks, { prepare: checkTarget, afterChange: keepFormer })
