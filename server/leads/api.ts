/** Leads: regular, with own visibility, names and changes feed. */
import { eq, isNull, or } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { leads as section } from '#contract/sections/sales/leads.ts'
import { withRefs } from '#server/crud/query/nested.ts'
import { leadFeed } from '#server/crud/query/row-feed.ts'
import { searchBy, searchText as textOf } from '#server/crud/query/search-text.ts'
import type { Change, Scope } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { leads } from '#server/db/tables/crm.ts'
import { mayAssign } from '#server/people/assigning.ts'
import { peopleOf } from '#server/people/identity/link-records.ts'
import { campaignNames, salesNames } from '#server/people/lead-names.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { leadFilters } from '#server/reports/activity/behind.ts'
import { findAdOfChat } from './ad-of-chat.ts'
import { followNames } from './renamed.ts'
import { leadColumns } from './sheet.ts'

/** A salesperson sees own and unassigned leads, others with 'get crm' all. */
export function scope(user: CurrentUser): Scope {
  if (!user.isSales) return { key: 'all', where: undefined }
  return { key: `sales ${user.id}`, where: or(eq(leads.sales, user.id), isNull(leads.sales)) }
}

export const searchText = (values: Readonly<Record<string, unknown>>) => textOf(section, values)

/** Sets further columns of these leads: names and search text. */
export async function prepareLeads(changes: readonly Pick<Change, 'db' | 'input' | 'values'>[]): Promise<void> {
  const [first] = changes
  if (!first) return
  const parts = changes.map(({ input, values }) => {
    const campaign = typeof input.campaign_id === 'number' ? input.campaign_id : null
    return { values, campaign, sources: withRefs(input.lead_sources), sales: Number(input.sales ?? 0) }
  })
  const campaignIds = parts.flatMap(({ campaign, sources }) => [
    ...sources.flatMap(({ campaign_id }) => (typeof campaign_id === 'number' ? [campaign_id] : [])),
    ...(campaign === null ? [] : [campaign]),
  ])
  const campaigns = await campaignNames(first.db, [...new Set(campaignIds)])
  const people = await salesNames(first.db, [...new Set(parts.flatMap(({ sales }) => (sales === 0 ? [] : [sales])))])
  for (const { values, campaign, sources, sales } of parts) {
    values.campaign_name = campaign === null ? null : campaigns.get(campaign)
    values.sales_name = sales === 0 ? null : people.get(sales)
    values.lead_sources = sources.map((source) => ({ ...source, campaign_name: campaigns.get(Number(source.campaign_id)) ?? null }))
    values.search_text = searchText(values)
  }
}

const maxSources = section.fields.lead_sources.max ?? 0

async function prepare(change: Change): Promise<void> {
  const to = Number(change.input.sales ?? 0)
  if (!mayAssign(change.user, change.before ? leadFeed.audienceOf(change.before).sales : 0, to)) throw fieldError('sales', 'not_allowed')
  const ad = change.before || change.isImport ? null : await findAdOfChat(change.db, change.user, toText(change.input.phone))
  const sources = withRefs(change.input.lead_sources)
  if (!ad || sources.length >= maxSources) return prepareLeads([change])
  const campaign_id = change.input.campaign_id ?? ad.campaign_id
  Object.assign(change.values, { campaign_id })
  await prepareLeads([{ ...change, input: { ...change.input, campaign_id, lead_sources: [...sources, ad] } }])
}

export const leadsApi = serve(section, leads, {
  scope,
  search: searchBy(section, leads.search_text),
  filters: leadFilters,
  people: peopleOf('lead'),
  prepare,
  afterChange: leadFeed.follow,
  sheet: leadColumns,
  on: followNames,
})
