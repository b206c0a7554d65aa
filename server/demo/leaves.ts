/** Leave of members with access: planned, running, stopped and over. */
import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { foldEntries } from '#contract/commerce/membership-ledger.ts'
import { addDays, daysBetween, wibDay } from '#contract/lib/wib.ts'
import { appendEntries, entriesOf, type NewEntry } from '#server/commerce/ledger.ts'
import type { Db } from '#server/db/database.ts'
import { membershipAccounts as accounts, memberLeaves, members } from '#server/db/tables/members.ts'
import type { Random } from './base/random.ts'
import type { Clock } from './base/rows.ts'

const count = 26
/** Days from today to the first day, in turn; two planned ones first, to be changed and stopped. */
const begins = [12, 20, -40, -2, 5, -75, -20, 9, -1, -130]
const reasons = ['Ibadah haji', 'Cuti melahirkan', 'Dinas ke luar negeri', 'Masa pemulihan setelah operasi', 'Umrah bersama keluarga', null]

/** Only accounts of members that run for a while, without the first member's. */
async function candidates(db: Db) {
  const rows = await db
    .select({ id: accounts.id, member_id: accounts.member_id, product: accounts.product, expires_on: accounts.expires_on })
    .from(accounts)
    .innerJoin(members, and(eq(members.id, accounts.member_id), isNull(members.deleted_at)))
    .where(gt(accounts.member_id, 1))
    .orderBy(asc(accounts.id))
  const times = new Map<number, number>()
  for (const { member_id } of rows) times.set(member_id, (times.get(member_id) ?? 0) + 1)
  return rows.filter(({ member_id, expires_on }) => expires_on !== null && times.get(member_id) === 1)
}

export async function fillLeaves(db: Db, clock: Clock, random: Random): Promise<void> {
  const today = wibDay(new Date(clock.today))
  let made = 0
  for (const account of await candidates(db)) {
    if (made === count) return
    const start = addDays(today, begins[made % begins.length] ?? 0)
    const days = 4 + random.upTo(14)
    const end = addDays(start, days - 1)
    const on = addDays(start, start < today ? -3 : daysBetween(start, today) - 3)
    const known = await entriesOf(db, [account.id])
    const entry = { kind: 'leave', days, on, start, source: 'leave' } as const satisfies NewEntry
    const steps = foldEntries([...known, { ...entry, position: known.length + 1 }])
    if (!steps.some(({ entry: { kind }, days: moved }) => kind === 'leave' && moved === days)) continue
    const isStopped = made % begins.length === 6
    const by = { created_at: `${on}T03:00:00.000Z`, created_by: 'Lapangan', updated_at: `${on}T03:00:00.000Z`, updated_by: 'Lapangan' }
    const [leave] = await db
      .insert(memberLeaves)
      .values({
        ref: random.ref(clock.today),
        member_id: account.member_id,
        product: account.product,
        start,
        end,
        reason: random.pick(reasons),
        stopped_on: isStopped ? addDays(start, 3) : null,
        ...by,
      })
      .returning({ id: memberLeaves.id })
    if (!leave) return
    const [base] = await appendEntries(db, account.id, [{ ...entry, source_id: leave.id }], 'Lapangan')
    if (isStopped && base)
      await appendEntries(
        db,
        account.id,
        [{ ...entry, on: addDays(start, 3), days: 3 - days, source_id: leave.id, target: base }],
        'Lapangan',
      )
    made += 1
  }
}
