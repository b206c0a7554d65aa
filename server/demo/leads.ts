import { type LeadStatus, leadStatuses } from '#contract/choices/options.ts'
import { searchText } from '#server/leads/api.ts'
import type { DemoUser } from './base/people.ts'
import type { Random } from './base/random.ts'
import { type Clock, day, officeHour, recordColumns } from './base/rows.ts'
import { cities, firstNames, lastNames, notes, sources, tagNames } from './base/vocabulary.ts'
import type { DemoMember, NextOf } from './members.ts'

const [hanging, fresh, prospect, reject, closing, ...retention] = leadStatuses
const statuses = [hanging, fresh, fresh, fresh, fresh, prospect, prospect, prospect, reject, reject, closing, closing, ...retention]

/** Whose lead is a member's: won, or to be won again. */
const isOfMember = (status: LeadStatus) => status.startsWith('closing') || status.endsWith('retention')
/** The status of somebody who is none. */
const strangerStatus = (status: LeadStatus): LeadStatus =>
  status.startsWith('closing') || status === 'prospect retention' ? prospect : status === 'reject retention' ? reject : fresh

/** Days from today to the next contact: some late, some due today. */
const nextContact = [-6, -3, -2, -1, 0, 0, 0, 1, 1, 2, 3, 4, 7, 10, 14, 21]

/** Was a lead before the member joined, or again later. */
function timesOf<T extends { created_at: string; updated_at: string }>(
  random: Random,
  clock: Clock,
  made: T,
  { isFirst, member }: { isFirst: boolean; member: DemoMember },
): T {
  const joined = Date.parse(member.created_at)
  if (!isFirst && Date.parse(made.created_at) > joined) return made
  if (isFirst) return { ...made, created_at: clock.iso(joined - (2 + random.upTo(28)) * day), updated_at: member.created_at }
  const again = joined + Math.floor((random.upTo(90) / 100) * (clock.today - joined))
  return { ...made, created_at: clock.iso(again), updated_at: clock.iso(Math.min(clock.today, again + random.upTo(20) * day)) }
}

export interface LeadParts {
  random: Random
  clock: Clock
  campaigns: readonly { id: number; name: string }[]
  sales: readonly DemoUser[]
  members: NextOf<DemoMember>
}

/** A lead. Demo salespeople have three times as many as colleagues; every seventh is unassigned. Who was won is a member, each once. */
export function demoLead({ random, clock, campaigns, sales, members }: LeadParts, id: number) {
  const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`
  const campaign = random.chance(85) ? random.pick(campaigns) : null
  const seller = random.chance(14) ? null : sales[random.chance(20) ? random.upTo(2) : random.upTo(sales.length)]
  const made = recordColumns(random, clock, 400, seller ? [seller.row.name] : ['Lapangan'])
  const wanted = random.pick(statuses)
  const member = seller && isOfMember(wanted) ? members(seller.row.id) : undefined
  const status = member || !isOfMember(wanted) ? wanted : strangerStatus(wanted)
  const record = member ? timesOf(random, clock, made, { isFirst: status === closing, member }) : made
  const open = !status.startsWith('reject') && !status.startsWith('closing')
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
  const { name: won, phone, email, city } = member ?? values
  const own = { ...values, name: won, phone, email, city }
  return { id, ...record, ...own, search_text: searchText(own) }
}
