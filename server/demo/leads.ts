import { leadStatuses } from '#contract/choices/options.ts'
import { searchText } from '#server/leads/api.ts'
import type { DemoUser } from './base/people.ts'
import type { Random } from './base/random.ts'
import { type Clock, day, officeHour, recordColumns } from './base/rows.ts'
import { cities, firstNames, lastNames, notes, sources, tagNames } from './base/vocabulary.ts'
import type { NextCustomer } from './members.ts'

const [hanging, fresh, prospect, reject, closing, ...retention] = leadStatuses
const statuses = [hanging, fresh, fresh, fresh, fresh, prospect, prospect, prospect, reject, reject, closing, closing, ...retention]

/** Days from today to the next contact: some late, some due today. */
const nextContact = [-6, -3, -2, -1, 0, 0, 0, 1, 1, 2, 3, 4, 7, 10, 14, 21]

export interface LeadParts {
  random: Random
  clock: Clock
  campaigns: readonly { id: number; name: string }[]
  sales: readonly DemoUser[]
  members: NextCustomer
}

/** A lead. Demo salespeople have three times as many as colleagues; every seventh is unassigned. Who was won is a member. */
export function demoLead({ random, clock, campaigns, sales, members }: LeadParts, id: number) {
  const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`
  const campaign = random.chance(85) ? random.pick(campaigns) : null
  const seller = random.chance(14) ? null : sales[random.chance(20) ? random.upTo(2) : random.upTo(sales.length)]
  const record = recordColumns(random, clock, 400, seller ? [seller.row.name] : ['Lapangan'])
  const status = random.pick(statuses)
  const open = !String(status).startsWith('reject') && !String(status).startsWith('closing')
  const at = Date.parse(record.created_at)
  const values = {
    name,
    phone: `6281${String(random.upTo(9))}${String(10_000_000 + ((id * 7_919) % 89_999_999))}`,
    email: random.chance(70) ? `${name.toLowerCase().replace(' ', '.')}${id}@contoh.test` : null,
    city: random.chance(92) ? random.pick(cities) : null,
    status,
    campaign_id: campaign?.id ?? null,
    campaign_name: campaign?.name ?? null,
    lead_sources: campaign
      ? [
          {
            ref: random.ref(at),
            campaign_id: campaign.id,
            campaign_name: campaign.name,
            source: random.pick(sources),
            at: record.created_at,
          },
        ]
      : [],
    sales: seller?.row.id ?? null,
    sales_name: seller?.row.name ?? null,
    tags: random.some(tagNames, random.upTo(4)),
    notes: random.chance(45) ? random.pick(notes) : null,
    last_follow_up: status === fresh ? null : clock.iso(Math.min(at + random.upTo(25) * day, clock.today)),
    next_follow_up: open && random.chance(55) ? clock.iso(officeHour(random, clock, -random.pick(nextContact))) : null,
  }
  const member = String(status).startsWith('closing') ? members(seller?.row.id) : undefined
  const { name: won, phone, email, city } = member ?? values
  const own = { ...values, name: won, phone, email, city }
  return { id, ...record, ...own, search_text: searchText(own) }
}
