/** Leads: regular on the wire; what is theirs alone is who sees them, the names they carry, and the changes feed. */
import { eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { leads as section } from '#contract/sections/leads.ts'
import { within } from '#server/crud/list-sql.ts'
import { withRefs } from '#server/crud/nested.ts'
import type { Change, Scope } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { campaigns, leads } from '#server/db/crm.ts'
import { users } from '#server/db/people.ts'
import type { CurrentUser } from '#server/platform/context.ts'
import { fieldError } from '#server/platform/problem.ts'
import { audienceOf, feed } from './feed.ts'

/** A salesperson sees their own leads and unassigned ones, everybody else with 'get crm' all. */
export function scope(user: CurrentUser): Scope {
  if (!user.isSales) return { key: 'all', where: undefined }
  return { key: `sales ${user.id}`, where: or(eq(leads.sales, user.id), isNull(leads.sales)) }
}

/** Handing a lead to another person needs its own permission; taking it or letting it go does not. */
export function mayAssign(user: CurrentUser, from: number, to: number): boolean {
  return from === to || to === 0 || to === user.id || user.permissions.has('update assign-sales')
}

/** Each source with the name of its campaign, within the one query of a list. */
const namedSources = sql`(select coalesce(jsonb_agg(entry || jsonb_build_object('campaign_name', campaign.name) order by place), '[]')
  from jsonb_array_elements(${leads.lead_sources}) with ordinality as sources (entry, place)
  left join ${campaigns} as campaign on campaign.id = (entry ->> 'campaign_id')::bigint)`

/** What the search looks through: the searched fields in lowercase, parted by a character that no text can hold. */
export function searchText(values: Readonly<Record<string, unknown>>): string {
  return section.list.search.map((name) => String(values[name] ?? '').toLowerCase()).join('\u0001')
}

export function searchFor(term: string): SQL {
  return sql`${leads.search_text} like ${within(term.toLowerCase())}`
}

function prepare({ user, before, input, values }: Change): void {
  const to = Number(input.sales ?? 0)
  if (!mayAssign(user, before ? audienceOf(before).sales : 0, to)) throw fieldError('sales', 'not_allowed')
  values.lead_sources = withRefs(input.lead_sources).map(({ ref, campaign_id, source, at }) => ({ ref, campaign_id, source, at }))
  values.search_text = searchText(values)
}

export const leadsApi = serve(section, leads, {
  derived: {
    lead_sources: namedSources,
    campaign_name: sql`(select ${campaigns.name} from ${campaigns} where ${campaigns.id} = ${leads.campaign_id})`,
    sales_name: sql`(select ${users.name} from ${users} where ${users.id} = ${leads.sales})`,
  },
  scope,
  search: searchFor,
  prepare,
  afterChange: feed,
})
