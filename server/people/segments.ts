/**
 * Segments of members for mail, push and what their app shows (docs/product/promotion.md#segmentation): one condition for all. Several are
 * a union; deleted members are in none.
 */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { popupSegmentations } from '#contract/choices/options.ts'
import type { Db } from '#server/db/database.ts'
import { memberships } from '#server/db/tables/commerce.ts'
import { membershipAccounts as accounts, members } from '#server/db/tables/members.ts'
import { isHere, isOutlived, isRunning, isVip, today } from './member-access.ts'

export type Segment = (typeof popupSegmentations)[number]

/** Days since joining, and days of access that remain. */
const newWithin = 30
const expiringWithin = 14

// Correlated, so that one member is looked up by index and many by a hashed subplan.
const hasAccount = (where: SQL) => sql`exists (select 1 from ${accounts} where ${accounts.member_id} = ${members.id} and ${where})`

/** Access today, by the product of that name or by one that is sold with it. */
function hasAccess(name: string): SQL {
  const sold = sql`select ${memberships.product} from ${memberships} where ${memberships.access_type} @> ${JSON.stringify([name])}::jsonb`
  return hasAccount(sql`(${accounts.product} = ${name.toUpperCase()} or ${accounts.product} in (${sold})) and ${isRunning} and ${isHere}`)
}

/** The end of one of the product's accounts is near. */
const isExpiring = (product: string): SQL =>
  hasAccount(
    sql`${accounts.product} = ${product} and ${isRunning} and ${accounts.expires_on} <= ${today} + ${expiringWithin}::int and not ${isOutlived}`,
  )

const conditions: Readonly<Record<Segment, SQL>> = {
  all: sql`true`,
  regular: sql`not ${hasAccount(isVip)}`,
  ...{ emt: hasAccess('emt'), emv: hasAccess('emv'), wst: hasAccess('wst'), tta: hasAccess('tta'), tab: hasAccess('tab') },
  new_member: sql`(${members.joined_at} between ${today} - ${newWithin}::int and ${today})`,
  ...{ expiring_emt: isExpiring('EMT'), expiring_emv: isExpiring('EMV'), expiring_wst: isExpiring('WST') },
  ...{ expiring_tta: isExpiring('TTA'), expiring_tab: isExpiring('TAB') },
}

const isSegment = (name: string): name is Segment => Object.hasOwn(conditions, name)

/** Condition on a row of `members`: it is in one of these. Unknown names and an empty list match nobody. */
export function isInSegments(names: readonly string[]): SQL {
  const own = names.filter(isSegment)
  const any = own.includes('all')
    ? conditions.all
    : own.length
      ? sql`(${sql.join(
          own.map((name) => conditions[name]),
          sql` or `,
        )})`
      : sql`false`
  return sql`(${members.deleted_at} is null and ${members.erased_at} is null and ${any})`
}

/** Returns how many members are in one of these segments now. */
export const countMembers = (db: Db, names: readonly string[]): Promise<number> => db.$count(members, isInSegments(names))

/** Returns all segments of a member now; none for one who does not exist or was deleted. One query by indexes. */
export async function segmentsOf(db: Db, member: number): Promise<ReadonlySet<Segment>> {
  const entries = sql.join(
    popupSegmentations.map((name) => sql`case when ${conditions[name]} then ${name}::text end`),
    sql`, `,
  )
  const [found] = await db
    .select({ names: sql<Segment[]>`array_remove(array[${entries}], null)` })
    .from(members)
    .where(and(eq(members.id, member), isNull(members.deleted_at), isNull(members.erased_at)))
  return new Set(found?.names)
}
