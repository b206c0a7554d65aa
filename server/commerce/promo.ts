/** Promo codes in orders: check and use (docs/product/promotion.md#promo-codes). */
import { and, desc, eq, gte, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { ProductKind } from '#contract/choices/product-kinds.ts'
import { judgePromo, type PromoRefusal } from '#contract/commerce/promo-rule.ts'
import { wibDay } from '#contract/lib/wib.ts'
import type { Db } from '#server/db/database.ts'
import { orderItems, orders, promoCodes, promoMemberUses, promoRedemptions } from '#server/db/tables/commerce.ts'
import { membershipAccounts, membershipEntries } from '#server/db/tables/members.ts'
import type { ApiError } from '#server/platform/core/problem.ts'
import { refusal, refused } from '#server/platform/core/refusal.ts'
import type { Product } from './product-registry.ts'

export type PromoCode = typeof promoCodes.$inferSelect

/** A line of a planned order: a product of the registry, and price times quantity in rupiah. */
export interface SoldLine extends Pick<Product, 'right' | 'product_id'> {
  category: ProductKind
  amount: number
}

/** Scope of a member's limit: orders of the code, or of its whole batch. */
const scopeOf = ({ id, batch }: Pick<PromoCode, 'id' | 'batch'>) => (batch === null ? `code:${id}` : `batch:${batch}`)

/** Returns products of memberships that a member ever had: of all grants that are not voided. */
export async function productsHad(db: Db, member: number): Promise<Set<string>> {
  const turns = sql`(select count(*) filter (where turn.kind = 'void') - count(*) filter (where turn.kind = 'unvoid')
    from ${membershipEntries} as turn where turn.account_id = ${membershipEntries.account_id} and turn.target = ${membershipEntries.id})`
  const rows = await db
    .selectDistinct({ product: membershipAccounts.product })
    .from(membershipEntries)
    .innerJoin(membershipAccounts, eq(membershipAccounts.id, membershipEntries.account_id))
    .where(and(eq(membershipAccounts.member_id, member), eq(membershipEntries.kind, 'grant'), sql`${turns} = 0`))
  return new Set(rows.map(({ product }) => product))
}

/** Returns other products bought, as 'category number'. */
async function productsPaid(db: Db, member: number, lines: readonly SoldLine[]): Promise<Set<string>> {
  const ids = lines.flatMap(({ right, product_id }) => (right ? [] : [product_id]))
  if (!ids.length) return new Set()
  const rows = await db
    .selectDistinct({ category: orderItems.category, id: orderItems.product_id })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.order_id))
    .where(
      and(eq(orders.member_id, member), eq(orders.payment_status, 'paid'), isNull(orders.deleted_at), inArray(orderItems.product_id, ids)),
    )
  return new Set(rows.map(({ category, id }) => `${category} ${id}`))
}

/** Returns a member's uses of these codes by scope. */
async function usesOf(db: Db, codes: readonly PromoCode[], member: number): Promise<ReadonlyMap<string, number>> {
  const { scope, member_id, used } = promoMemberUses
  const own = and(inArray(scope, codes.map(scopeOf)), eq(member_id, member))
  const rows = await db.select({ scope, used }).from(promoMemberUses).where(own)
  return new Map(rows.map((row) => [row.scope, row.used]))
}

export interface PromoQuestion {
  /** As typed. */
  code: string
  /** Null for a member created by this order. */
  member: number | null
  lines: readonly SoldLine[]
  /** Time of the window's check (docs/product/orders.md#late-orders). */
  at: Date
}

export type PromoAnswer = { refused: PromoRefusal } | { code: PromoCode; eligible: boolean[] }

/** Judges each code for these lines of a member now. Reserves nothing. */
async function judgeEach(db: Db, codes: readonly PromoCode[], { member, lines, at }: Omit<PromoQuestion, 'code'>): Promise<PromoAnswer[]> {
  const isTyped = codes.some(({ type }) => type !== 'all')
  const had = isTyped && member !== null ? await productsHad(db, member) : new Set<string>()
  const paid = isTyped && member !== null ? await productsPaid(db, member, lines) : new Set<string>()
  const uses = member === null || !codes.length ? new Map<string, number>() : await usesOf(db, codes, member)
  return codes.map((code) => {
    const judged = judgePromo(code, {
      lines: lines.map((line) => ({
        ...line,
        had: line.right ? had.has(line.right.product) : paid.has(`${line.category} ${line.product_id}`),
      })),
      at,
      memberUses: uses.get(scopeOf(code)) ?? 0,
    })
    return 'refused' in judged ? judged : { code, eligible: judged.eligible }
  })
}

/** Judges the code of this name. */
export async function judgeCode(db: Db, { code, ...question }: PromoQuestion): Promise<PromoAnswer> {
  const found = await db.select().from(promoCodes).where(eq(promoCodes.code, code.trim().toUpperCase()))
  const [answer] = await judgeEach(db, found, question)
  return answer ?? { refused: 'promo_unknown' }
}

/** Maximum codes checked for an offer, newest first. */
const maxOffered = 200

/** Returns the valid codes, except those for a single order. */
export async function holdingCodes(
  db: Db,
  question: Omit<PromoQuestion, 'code'>,
): Promise<Exclude<PromoAnswer, { refused: PromoRefusal }>[]> {
  const day = wibDay(question.at)
  const { is_active, batch, start, end, quota, used, id } = promoCodes
  const isOpen = and(eq(is_active, true), isNull(batch), lte(start, day), gte(end, day), or(isNull(quota), lt(used, quota)))
  const found = await db.select().from(promoCodes).where(isOpen).orderBy(desc(id)).limit(maxOffered)
  return (await judgeEach(db, found, question)).flatMap((answer) => ('refused' in answer ? [] : [answer]))
}

/** 422 with a reason fit for customers. */
export const promoRefused = (reason: PromoRefusal, code: string): ApiError =>
  refused('invalid', refusal(reason, { code: code.trim().toUpperCase() }))

interface Use {
  code: Pick<PromoCode, 'id' | 'batch' | 'member_limit'>
  order: number
  member: number
  /** Discount, in rupiah. */
  amount: number
}

/** Counts a member's use, unless the limit is reached. */
async function countMember(db: Db, { code, member }: Use): Promise<boolean> {
  const limit = code.member_limit
  if (limit !== null && limit < 1) return false
  const rows = await db
    .insert(promoMemberUses)
    .values({ scope: scopeOf(code), member_id: member, used: 1 })
    .onConflictDoUpdate({
      target: [promoMemberUses.scope, promoMemberUses.member_id],
      set: { used: sql`${promoMemberUses.used} + 1` },
      ...(limit !== null && { setWhere: lt(promoMemberUses.used, limit) }),
    })
    .returning({ used: promoMemberUses.used })
  return rows.length > 0
}

async function uncountMember(db: Db, { code, member }: Pick<Use, 'code' | 'member'>): Promise<void> {
  await db
    .update(promoMemberUses)
    .set({ used: sql`${promoMemberUses.used} - 1` })
    .where(and(eq(promoMemberUses.scope, scopeOf(code)), eq(promoMemberUses.member_id, member)))
}

/**
 * Takes one use of a code for an order, in its transaction. Returns null, or a refusal without any write. Concurrent callers wait for the
 * row, so that the last use is taken once.
 */
export async function redeem(db: Db, use: Use): Promise<PromoRefusal | null> {
  const { code, order, member, amount } = use
  if (!(await countMember(db, use))) return 'promo_member_limit'
  const taken = await db
    .update(promoCodes)
    .set({ used: sql`${promoCodes.used} + 1` })
    .where(and(eq(promoCodes.id, code.id), or(isNull(promoCodes.quota), lt(promoCodes.used, promoCodes.quota))))
    .returning({ id: promoCodes.id })
  if (!taken.length) {
    await uncountMember(db, use)
    return 'promo_quota'
  }
  await db.insert(promoRedemptions).values({ promo_id: code.id, order_id: order, member_id: member, amount })
  return null
}

/** Locks counters of these orders, members' uses before codes, until the transaction ends. */
export async function lockUses(db: Db, orderIds: readonly number[]): Promise<void> {
  const used = await db
    .selectDistinct({ id: promoCodes.id, batch: promoCodes.batch, member: promoRedemptions.member_id })
    .from(promoRedemptions)
    .innerJoin(promoCodes, eq(promoCodes.id, promoRedemptions.promo_id))
    .where(inArray(promoRedemptions.order_id, [...orderIds]))
  if (!used.length) return
  const { scope, member_id } = promoMemberUses
  const own = or(...used.map(({ member, ...code }) => and(eq(scope, scopeOf(code)), eq(member_id, member))))
  await db.select({ scope }).from(promoMemberUses).where(own).orderBy(scope, member_id).for('no key update')
  const codes = inArray(
    promoCodes.id,
    used.map(({ id }) => id),
  )
  await db.select({ id: promoCodes.id }).from(promoCodes).where(codes).orderBy(promoCodes.id).for('no key update')
}

/** Releases an order's use, if any. */
export async function release(db: Db, order: number): Promise<void> {
  const released = await db
    .update(promoRedemptions)
    .set({ released_at: sql`now()` })
    .where(and(eq(promoRedemptions.order_id, order), isNull(promoRedemptions.released_at)))
    .returning({ promo_id: promoRedemptions.promo_id, member: promoRedemptions.member_id })
  for (const { promo_id, member } of released) {
    const [code] = await db.select({ id: promoCodes.id, batch: promoCodes.batch }).from(promoCodes).where(eq(promoCodes.id, promo_id))
    // In the order of taking a use, to avoid deadlocks.
    if (code) await uncountMember(db, { code: { ...code, member_limit: null }, member })
    await db
      .update(promoCodes)
      .set({ used: sql`${promoCodes.used} - 1` })
      .where(eq(promoCodes.id, promo_id))
  }
}

/**
 * Takes a released use again: limits count, window and terms do not. Returns null if the order has it or never had one; otherwise a refusal
 * without any write.
 */
export async function retake(db: Db, order: number): Promise<PromoRefusal | null> {
  const [last] = await db
    .select({
      released_at: promoRedemptions.released_at,
      amount: promoRedemptions.amount,
      member: promoRedemptions.member_id,
      code: promoCodes,
    })
    .from(promoRedemptions)
    .innerJoin(promoCodes, eq(promoCodes.id, promoRedemptions.promo_id))
    .where(eq(promoRedemptions.order_id, order))
    .orderBy(desc(promoRedemptions.id))
    .limit(1)
  if (!last || last.released_at === null) return null
  return redeem(db, { code: last.code, order, member: last.member, amount: last.amount })
}
