/** The accounts of one member: how they came to their ends, and a correction of one by hand. */
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { findRow } from '#server/crud/read.ts'
import type { CallTools, Handler } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { membershipAccounts as accounts, membershipEntries as entries } from '#server/db/members.ts'
import { fieldError } from '#server/platform/problem.ts'
import { today } from './access.ts'

export const timeline: Handler = async ({ db, user, params }, { shape }) => {
  const { id } = await findRow(db, shape, user, params.id ?? '')
  const remaining = sql<number | null>`${accounts.expires_on} - ${today}`
  const own = await db
    .select({ id: accounts.id, product: accounts.product, type: accounts.type, expires_on: accounts.expires_on, remaining })
    .from(accounts)
    .where(eq(accounts.member_id, id))
    .orderBy(sql`${accounts.expires_on} desc nulls last`, asc(accounts.id))
  const ids = own.map((account) => account.id)
  const done = ids.length
    ? await db.select().from(entries).where(inArray(entries.account_id, ids)).orderBy(desc(entries.on_day), desc(entries.position))
    : []
  return {
    accounts: own.map(({ id: account, ...rest }) => ({
      ...rest,
      entries: done
        .filter(({ account_id }) => account_id === account)
        .map(({ position, kind, on_day, days, source, reason, created_by }) => ({
          position,
          kind,
          on: on_day,
          days,
          source,
          reason,
          created_by,
        })),
    })),
  }
}

/** The account of a member for a product and type, made where there is none, locked; with its end and the server's day. */
async function lockAccount(db: Db, member_id: number, product: string, type: string) {
  await db.insert(accounts).values({ member_id, product, type }).onConflictDoNothing()
  const [account] = await db
    .select({ id: accounts.id, end: accounts.expires_on, today: sql<string>`${today}::text` })
    .from(accounts)
    .where(and(eq(accounts.member_id, member_id), eq(accounts.product, product), eq(accounts.type, type)))
    .for('no key update')
  if (!account) throw new Error('an account is gone within its own transaction')
  return account
}

/**
 * What brings the end from `end` to `wanted`: days granted where it is later and not past, days taken where it is earlier; where
 * there was none, a past day is granted on itself. Null where nothing is to be done (rules of members and money, section 6).
 */
export function correction(end: string | null, wanted: string, day: string): { kind: 'grant' | 'adjust'; on: string; days: number } | null {
  const between = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000
  if (end === null && wanted < day) return { kind: 'grant', on: wanted, days: 0 }
  if (end !== null && wanted < end) return { kind: 'adjust', on: day, days: between(end, wanted) }
  if (wanted === end || wanted < day) return null
  return { kind: 'grant', on: day, days: between(end !== null && end > day ? end : day, wanted) }
}

async function correct(
  db: Db,
  account: Awaited<ReturnType<typeof lockAccount>>,
  wanted: string,
  reason: string,
  by: string,
): Promise<boolean> {
  const entry = correction(account.end, wanted, account.today)
  if (!entry) return false
  const [last] = await db
    .select({ position: sql<number>`coalesce(max(${entries.position}), 0)::int` })
    .from(entries)
    .where(eq(entries.account_id, account.id))
  const { kind, on, days } = entry
  const position = (last?.position ?? 0) + 1
  await db.insert(entries).values({ account_id: account.id, position, kind, on_day: on, days, source: 'hand', reason, created_by: by })
  await db.update(accounts).set({ expires_on: wanted }).where(eq(accounts.id, account.id))
  return true
}

/** Throws 422 where the day asked for is past and no earlier than the end that there is. */
export const correctEnd: Handler = async ({ db, user, body }, { before, write }: CallTools) => {
  if (!before) throw new Error('a correction is of a member')
  const account = await lockAccount(db, before.id, String(body.product), String(body.type ?? 'Regular'))
  const wanted = String(body.expires_on)
  const isDone = await correct(db, account, wanted, String(body.reason), user.name)
  if (!isDone && wanted !== account.end) throw fieldError('expires_on', 'past')
  return { message: 'Saved', data: await write({}) }
}
