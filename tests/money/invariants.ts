/** Invariants of members and money (docs/product/members.md#invariants). */
import { eq, inArray, sql } from 'drizzle-orm'
import { foldEntries, type LedgerEntry, voidedTargets } from '#contract/commerce/membership-ledger.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { maxSize } from '#contract/kit/field/paging.ts'
import { reportYears } from '#contract/kit/report/period.ts'
import { addDays } from '#contract/lib/wib.ts'
import { salesReport } from '#contract/reports/sales-report.ts'
import { scoreboard } from '#contract/reports/scoreboard.ts'
import { entriesOf, serverDay } from '#server/commerce/ledger.ts'
import { scores } from '#server/commerce/scores.ts'
import type { Db } from '#server/db/database.ts'
import { orderItems, orders } from '#server/db/tables/commerce.ts'
import { membershipAccounts } from '#server/db/tables/members.ts'
import { readRows, readTotal } from '#server/reports/engine/read-report.ts'
import { salesReportSource } from '#server/reports/sales/sales-report.ts'
import { scoreboardSource } from '#server/reports/sales/scoreboard.ts'
import { shirts } from './world.ts'

/** I1: the stored end equals the fold of the first day, every gap and every counted day. */
function sumOf(entries: readonly LedgerEntry[]): string | null {
  const steps = foldEntries(entries)
  const [first] = steps
  if (!first || steps.every(({ entry }) => entry.kind !== 'grant')) return null
  const begun = steps.find(({ entry }) => entry.kind === 'grant')?.entry.on ?? first.entry.on
  return addDays(
    begun,
    steps.reduce((sum, { gap, days }) => sum + gap + days, 0),
  )
}

/** I2: voided entries make no difference, however often they were restored. */
function withoutVoids(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const voided = voidedTargets(entries)
  return entries.filter(({ id, kind }) => kind !== 'void' && kind !== 'unvoid' && !voided.has(id ?? 0))
}

async function ofAccounts(db: Db, member: number): Promise<string[]> {
  const accounts = await db.select().from(membershipAccounts).where(eq(membershipAccounts.member_id, member))
  const entries = await entriesOf(
    db,
    accounts.map(({ id }) => id),
  )
  return accounts.flatMap(({ id, product, type, expires_on }) => {
    const own = entries.filter(({ account_id }) => account_id === id)
    const folded = foldEntries(own).at(-1)?.after ?? null
    const live = foldEntries(withoutVoids(own)).at(-1)?.after ?? null
    const name = `${product} ${type} of member ${member}`
    return [
      ...(folded === expires_on ? [] : [`I1: ${name} ends ${expires_on}, its entries ${folded}`]),
      ...(sumOf(own) === folded ? [] : [`I1: ${name} ends ${folded}, its days ${sumOf(own)}`]),
      ...(live === folded ? [] : [`I2: ${name} ends ${folded}, its live entries ${live}`]),
    ]
  })
}

async function ofOrders(db: Db, member: number): Promise<string[]> {
  const own = await db.select().from(orders).where(eq(orders.member_id, member))
  if (!own.length) return []
  const ids = own.map(({ id }) => id)
  const items = await db.select().from(orderItems).where(inArray(orderItems.order_id, ids))
  const accounts = await db.select({ id: membershipAccounts.id }).from(membershipAccounts).where(eq(membershipAccounts.member_id, member))
  const entries = await entriesOf(
    db,
    accounts.map(({ id }) => id),
  )
  const voided = voidedTargets(entries)
  const granted = entries.filter(({ kind, source, id }) => kind === 'grant' && source === 'order' && !voided.has(id))
  return own.flatMap(({ id, order_number, subtotal, discount, total, refunded, refunds, payment_status, deleted_at, promo_id }) => {
    const lines = items.filter(({ order_id }) => order_id === id)
    const sum = (of: (line: (typeof lines)[number]) => number) => lines.reduce((all, line) => all + of(line), 0)
    const isGiven = payment_status === 'paid' && deleted_at === null
    const wrong = lines.filter(({ grants_type, id: line }) => {
      const wanted = isGiven && (grants_type === 'Regular' || grants_type === 'VIP') ? 1 : 0
      return granted.filter(({ source_id }) => source_id === line).length !== wanted
    })
    return [
      ...(sum(({ price, qty }) => price * qty) === subtotal && sum((line) => line.discount) === discount && total === subtotal - discount
        ? []
        : [`I3: ${order_number} does not add up`]),
      ...(lines.every((line) => line.discount >= 0 && line.discount <= line.price * line.qty)
        ? []
        : [`I3: ${order_number} has a wrong share`]),
      ...(refunds.reduce((all, { amount }) => all + amount, 0) === refunded && refunded >= 0 && refunded <= total
        ? []
        : [`I8: ${order_number} gave back ${refunded} of ${total}, in ${refunds.length} refunds`]),
      ...(sum((line) => line.refunded) === refunded && lines.every((line) => line.refunded <= line.price * line.qty - line.discount)
        ? []
        : [`I8: the lines of ${order_number} do not add up to what it gave back`]),
      ...(promo_id !== null && discount === 0 ? [`${order_number} asked for a discount and has none`] : []),
      ...(wrong.length ? [`I5: ${order_number} is ${payment_status}${deleted_at ? ', deleted' : ''}, and gives otherwise`] : []),
    ]
  })
}

/** Of one member, without pending work. */
export const ofMember = async (db: Db, member: number): Promise<string[]> => [
  ...(await ofAccounts(db, member)),
  ...(await ofOrders(db, member)),
]

const rowsOf = async (db: Db, query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> =>
  (await db.execute<Record<string, unknown>>(query)).rows

/** A user who sees all of a report. */
const everybody = { id: 0, isSales: false }

/** I7, as people read it and a reward counts it: the report of quantities and the scoreboard, of every day that a report reaches. */
async function ofReports(db: Db): Promise<string[]> {
  const today = await serverDay(db)
  const [last = 0] = reportYears(today).slice(-1)
  const period = { kind: 'custom', from: `${last}-01-01`, to: addDays(today, 1), date: 'paid_at', before: null } as const
  const request = { db, user: everybody, period, list: { ...firstPage, size: maxSize } }
  const quantity = await readTotal(salesReport, salesReportSource, request)
  const board = await readTotal(scoreboard, scoreboardSource, request)
  const added = (rows: readonly Record<string, unknown>[], name: string) => rows.reduce((sum, row) => sum + Number(row[name]), 0)
  const [byProduct, byPerson] = [
    (await readRows(salesReport, salesReportSource, request)).data,
    (await readRows(scoreboard, scoreboardSource, request)).data,
  ]
  const [sold] = await rowsOf(
    db,
    sql`select coalesce(sum(total - refunded), 0) as total, coalesce(sum((total - refunded) / 10000), 0) as points from orders
      where payment_status = 'paid' and deleted_at is null`,
  )
  const revenues = [quantity.revenue, board.revenue, added(byProduct, 'revenue'), added(byPerson, 'revenue')]
  const points = [board.point, added(byPerson, 'point')]
  const everyone = sql`(select id from users)`
  const all = { from: sql`'-infinity'::timestamptz`, to: sql`'infinity'::timestamptz` }
  const [credited] = await rowsOf(
    db,
    sql`select ${scores.revenue(all, everyone)}::text as now, ${scores.revenue(all, everyone, sql`now() + interval '1 day'`)}::text as later,
      (select coalesce(sum(total - refunded), 0)::text from orders where payment_status = 'paid' and deleted_at is null and sales is not null) as sold`,
  )
  return [
    ...(revenues.every((revenue) => revenue === Number(sold?.total))
      ? []
      : [`I7: orders ${String(sold?.total)}, reports ${revenues.join(', ')}`]),
    ...(credited?.now === credited?.sold && credited?.later === credited?.sold
      ? []
      : [`I7: rewards count ${String(credited?.now)} and ${String(credited?.later)} of ${String(credited?.sold)}`]),
    ...(points.every((point) => point === Number(sold?.points))
      ? []
      : [`I7: points ${String(sold?.points)}, reports ${points.join(', ')}`]),
  ]
}

/** Of all together. I7 is of the reports: what was sold by product and by salesperson is what was paid. */
export async function ofAll(db: Db): Promise<string[]> {
  const codes = await rowsOf(
    db,
    sql`select code, used, quota, (select count(*)::int from promo_redemptions where promo_id = promo_codes.id and released_at is null) as uses
      from promo_codes where used <> (select count(*) from promo_redemptions where promo_id = promo_codes.id and released_at is null)
        or used > quota`,
  )
  const held = await rowsOf(
    db,
    sql`select count(*)::int as uses from promo_redemptions join orders on orders.id = order_id
      where released_at is null and (payment_status in ('cancel', 'expired') or deleted_at is not null)`,
  )
  const members = await rowsOf(
    db,
    sql`select scope, member_id, used from promo_member_uses where used <> (select count(*) from promo_redemptions
      where released_at is null and promo_redemptions.member_id = promo_member_uses.member_id and 'code:' || promo_id = scope)`,
  )
  const stock = await rowsOf(
    db,
    sql`select stock, (select coalesce(sum(qty), 0)::int from order_items join orders on orders.id = order_id
      where category = 'merchandise' and payment_status in ('paid', 'unpaid') and deleted_at is null) as held from merchandise`,
  )
  const revenue = await rowsOf(
    db,
    sql`select (select coalesce(sum(total - refunded), 0)::text from orders where payment_status = 'paid' and deleted_at is null) as totals,
      (select coalesce(sum(price * qty - order_items.discount - order_items.refunded), 0)::text from order_items join orders on orders.id = order_id
        where payment_status = 'paid' and deleted_at is null) as lines`,
  )
  return [
    ...(await ofReports(db)),
    ...codes.map(
      ({ code, used, quota, uses }) => `I4: ${String(code)} is used ${String(used)} of ${String(quota)}, by ${String(uses)} orders`,
    ),
    ...held.flatMap(({ uses }) => (uses === 0 ? [] : [`I4: ${String(uses)} uses are held by orders that hold nothing`])),
    ...members.map(({ scope, member_id, used }) => `I4: ${String(scope)} counts ${String(used)} uses of member ${String(member_id)}`),
    ...stock.flatMap(({ stock: left, held: sold }) =>
      Number(left) + Number(sold) === shirts && Number(left) >= 0 ? [] : [`stock is ${String(left)}, sold ${String(sold)} of ${shirts}`],
    ),
    ...revenue.flatMap(({ totals, lines }) => (totals === lines ? [] : [`I7: totals ${String(totals)}, lines ${String(lines)}`])),
  ]
}
