import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { uuid } from '#contract/lib/patterns.ts'
import { user } from '#contract/sections/auth/user.ts'
import { unknownField, within } from '#server/crud/query/list-sql.ts'
import type { Announced, Change } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import type { Db } from '#server/db/database.ts'
import { roles, userRoles, users } from '#server/db/tables/people.ts'
import { mailOwner } from '#server/platform/auth/account-mail.ts'
import { hashPassword } from '#server/platform/auth/password.ts'
import { endLinks, sendInvitation } from '#server/platform/auth/password-reset.ts'
import { assertGoodPassword } from '#server/platform/auth/password-rules.ts'
import { endSessionsWithoutFactor } from '#server/platform/auth/second-factor.ts'
import { revokeSessions } from '#server/platform/auth/sessions.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { auditPeople } from './people-audit.ts'
import { assertMayChange, refusedRemovals, roleIds } from './user-guard.ts'

const hasRole = (condition: SQL | undefined) =>
  sql`exists (select 1 from ${userRoles} join ${roles} on ${roles.id} = ${userRoles.role_id} where ${userRoles.user_id} = ${users.id} and ${condition})`

/** Roles by number or ref. */
function inRoles(values: readonly string[]): SQL {
  const ids = values.filter((value) => /^\d{1,15}$/.test(value)).map(Number)
  const refs = values.filter((value) => uuid.test(value))
  return hasRole(or(ids.length ? inArray(roles.id, ids) : undefined, refs.length ? inArray(roles.ref, refs) : undefined) ?? sql`false`)
}

async function prepare(change: Change): Promise<void> {
  await assertMayChange(change)
  const { platform, input, values } = change
  if (typeof input.password !== 'string') return
  await assertGoodPassword(platform.settings, 'password', input.password, { name: toText(input.name), email: toText(input.email) })
  values.password_hash = await hashPassword(input.password)
}

/** Roles are in a separate table, in the chosen order. */
async function storeRoles({ db, input }: Change, id: number): Promise<void> {
  await db.delete(userRoles).where(eq(userRoles.user_id, id))
  await db.insert(userRoles).values(roleIds(input.roles).map((role_id, position) => ({ user_id: id, role_id, position })))
}

/** Invalidates links in an old address's mailbox, and links mailed before a password was set. */
async function endAccess(platform: Platform, db: Db, before: AnyRow, after: AnyRow, isNewPassword: boolean): Promise<void> {
  const isOut = !after.is_active || isNewPassword
  if (isOut) await revokeSessions(platform, db, after.id)
  if (isOut || before.email !== after.email) await endLinks(db, after.id)
}

/** Ends sessions after a loss of access or a new password. */
async function follow(effects: readonly Announced[]): Promise<void> {
  await auditPeople('user', effects)
  for (const { platform, db, before, after, input } of effects) {
    if (before && after) {
      await endAccess(platform, db, before, after, input.password !== undefined)
      if (input.password !== undefined) await mailOwner(platform, db, after.id, 'password')
      if (before.email !== after.email) await mailOwner(platform, db, after.id, 'address', toText(before.email))
    }
    if (before && after && toText(before.roles) !== toText(after.roles))
      await endSessionsWithoutFactor(platform, db, eq(userRoles.user_id, after.id))
    await platform.people.changed(db)
  }
}

function invite({ platform, before, input, after }: Change, id: number): void {
  if (before || input.password !== undefined) return
  after(async () => {
    await sendInvitation(platform, { id, name: toText(input.name), email: toText(input.email), language: toText(input.language) })
  })
}

export const userApi = serve(user, users, {
  derived: {
    roles: sql`coalesce((select jsonb_agg(${userRoles.role_id} order by ${userRoles.position}) from ${userRoles} where ${userRoles.user_id} = ${users.id}), '[]')`,
    invited: sql`(${users.password_hash} is null)`,
    password: 'elsewhere',
  },
  filters: {
    roles: inRoles,
    /** Sales users have a role similar to sales (docs/product/access.md#salespeople). */
    similar_role: (values, _, names) => {
      // Leads and rooms are given to sales users by people who may not read everybody's roles.
      if (!names.has('roles') && values.some((value) => value !== 'sales')) throw unknownField('query', 'similar_role')
      return or(...values.map((value) => hasRole(sql`lower(${roles.name}) like ${within(value.toLowerCase())}`)))
    },
  },
  prepare,
  async store(change, id) {
    await storeRoles(change, id)
    invite(change, id)
  },
  refuseRemove: refusedRemovals,
  afterChange: follow,
})
