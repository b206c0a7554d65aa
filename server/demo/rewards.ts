/** Rewards of past months (settled), this one and the next. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { rewards } from '#server/db/tables/commerce.ts'
import { leadClosings, leads } from '#server/db/tables/crm.ts'
import { fixRewards } from '#server/sections/sales/reward.ts'
import type { DemoUser } from './base/people.ts'
import type { Random } from './base/random.ts'
import { type Clock, insertRows, recordColumns } from './base/rows.ts'

const kinds = [
  { name: 'Juara omzet', metric: 'revenue', target: 20_000_000, prize: 'Liburan ke Bali', prize_amount: null },
  { name: 'Tim poin terbanyak', metric: 'points', target: 700, prize: null, prize_amount: 5_000_000 },
  { name: 'Closing tercepat', metric: 'closings', target: 3, prize: 'Ponsel baru', prize_amount: null },
]
/** Months from this one. */
const months = [-4, -3, -2, -1, 0, 1]

/** 'YYYY-MM' of a month in Jakarta. */
function monthAt(clock: Clock, from: number): string {
  const [year = 0, month = 1] = new Date(clock.today + 7 * 3_600_000).toISOString().split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + from, 1)).toISOString().slice(0, 7)
}

export async function fillRewards(db: Db, clock: Clock, random: Random, sales: readonly DemoUser[]): Promise<void> {
  // The ones who sell most, so that some rewards are won.
  const people = sales.filter(({ row }) => row.is_active).slice(0, 8)
  const rows = months.flatMap((from) =>
    kinds.map((kind) => ({
      ...recordColumns(random, clock, 20, ['Lapangan']),
      ...kind,
      period: monthAt(clock, from),
      sales: random.some(people, Math.min(people.length, 2 + random.upTo(4))).map(({ row }) => row.id),
      fixed_value: null,
      fixed_at: null,
    })),
  )
  await insertRows(
    db,
    rewards,
    rows.map((row, at) => ({ id: at + 1, ...row })),
  )
  // Won at their last change.
  await db.execute(sql`insert into ${leadClosings} (lead_id, sales, closed_at)
    select ${leads.id}, ${leads.sales}, ${leads.updated_at} from ${leads} where ${leads.status} in ('closing', 'closing retention')`)
  await fixRewards(db)
}
