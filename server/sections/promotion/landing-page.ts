/** Landing pages (docs/product/landing-pages.md). */
import { sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { embedOf } from '#contract/lib/embed.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { landingPage } from '#contract/sections/promotion/landing-page.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { findRow } from '#server/crud/query/read.ts'
import type { Change, Handler } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { landingEntries, landingPages } from '#server/db/tables/crm.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { cardsOnWire, readCardsByKey } from './landing-page/cards.ts'
import { maxPageBytes, measurePage } from './landing-page/page.ts'
import { previewPath } from './landing-page/preview.ts'

/** Merging and undoing know blocks by their refs, so that none stands twice. */
function withOwnRefs(sections: unknown): Record<string, unknown>[] {
  const taken = new Set<unknown>()
  return recordsOf(sections).map((block) => {
    const ref = taken.has(block.ref) ? uuidv7() : block.ref
    taken.add(ref)
    return { ...block, ref }
  })
}

async function prepare({ platform, db, values }: Change): Promise<void> {
  const sections = withOwnRefs(values.sections)
  // The editor loads hosts of players with the preview alone.
  const unknown = sections.findIndex(({ kind, video }) => kind === 'video' && !embedOf(toText(video)))
  if (unknown >= 0) throw fieldError(`sections.${unknown}.video`, 'video_host')
  values.sections = sections
  if (values.status === 'publish' && (await measurePage(platform, db, values)) > maxPageBytes)
    throw fieldError('sections', 'page_size', { max: maxPageBytes / 1_000 })
}

const cards: Handler = async ({ db, query }) => {
  const keys = (value: unknown) => toText(value).split(',').filter(Boolean)
  return cardsOnWire(await readCardsByKey(db, keys(query.products), keys(query.events)))
}

const preview: Handler = async ({ db, user, params }, { platform, shape }) => {
  const { ref } = await findRow(db, shape, user, params.id ?? '')
  const { path, until } = previewPath(platform, ref)
  return { url: new URL(path, platform.settings.publicUrl).href, until: new Date(until).toISOString() }
}

export const landingPageApi = serve(landingPage, landingPages, {
  derived: {
    leads: sql`(select count(distinct ${landingEntries.lead})::int from ${landingEntries} where ${landingEntries.page} = ${landingPages.id})`,
  },
  prepare,
  calls: { cards, preview },
})
