/**
 * Prevents lock-out: the last Root and oneself cannot be removed, and only Root grants or revokes Root. Prevents take-over: users with more
 * permissions are out of reach, and so are their roles.
 */
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { withoutRootOnly } from '#contract/kit/field/permission.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Change } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { roles, userRoles, users } from '#server/db/tables/people.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { type Refusal, refusal, refused } from '#server/platform/core/refusal.ts'

export function roleIds(value: unknown): number[] {
  return Array.isArray(value) ? [...new Set(value.map(Number))] : []
}

function refuse(field: string, code: string, message: string): ApiError {
  return new ApiError('invalid', message, { fields: { [field]: { code, message } } })
}

/** Returns Root roles, locked, so that concurrent changes cannot revoke the last two Roots. */
async function rootRoles(db: Db): Promise<Set<number>> {
  const found = await db.select({ id: roles.id }).from(roles).where(eq(roles.is_root, true)).for('update')
  return new Set(found.map(({ id }) => id))
}

/** Active users with a Root role, without the given ones. */
async function otherRoots(db: Db, root: ReadonlySet<number>, without: readonly number[]): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(distinct ${users.id})::int` })
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.user_id))
    .where(and(inArray(userRoles.role_id, [...root]), eq(users.is_active, true), notInArray(users.id, [...without])))
  return row?.total ?? 0
}

type Held = Pick<typeof roles.$inferSelect, 'permissions' | 'is_root'>

/** Whether somebody with these roles may do what the user may not. */
function isBeyond(user: CurrentUser, cached: readonly Held[]): boolean {
  if (user.isRoot) return false
  return cached.some(({ permissions, is_root }) => is_root || withoutRootOnly(permissions).some((name) => !user.permissions.has(name)))
}

async function rolesOf(db: Db, ids: readonly number[]): Promise<(Held & { id: number })[]> {
  if (!ids.length) return []
  return db
    .select({ id: roles.id, permissions: roles.permissions, is_root: roles.is_root })
    .from(roles)
    .where(inArray(roles.id, [...ids]))
}

/** Throws 422 if these roles have permissions that `user` lacks. */
export async function assertWithinReach(db: Db, user: CurrentUser, cached: readonly number[]): Promise<void> {
  if (isBeyond(user, await rolesOf(db, cached))) throw refuse('roles', 'not_held', refusal('user_beyond').message)
}

/** Throws 403 if this user has permissions that `user` lacks: no sessions to end, no invitation. */
export async function assertMayAct(db: Db, user: CurrentUser, id: number): Promise<void> {
  const cached = await db
    .select({ permissions: roles.permissions, is_root: roles.is_root })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.role_id))
    .where(eq(userRoles.user_id, id))
  if (isBeyond(user, cached)) throw refused('forbidden', refusal('user_beyond'))
}

/** Returns held roles of users, active or not, with permissions that `user` lacks. One query. */
export async function rolesOutOfReach(db: Db, user: CurrentUser, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (user.isRoot || !ids.length) return new Set()
  const holders = db
    .select({ id: userRoles.user_id })
    .from(userRoles)
    .where(inArray(userRoles.role_id, [...ids]))
  const found = await db
    .select({ holder: userRoles.user_id, role: roles.id, permissions: roles.permissions, is_root: roles.is_root })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.role_id))
    .where(inArray(userRoles.user_id, holders))
  const strong = new Set(found.filter((cached) => isBeyond(user, [cached])).map(({ holder }) => holder))
  return new Set(found.filter(({ holder, role }) => strong.has(holder) && ids.includes(role)).map(({ role }) => role))
}

export async function assertMayChange({ db, user, before, input }: Change): Promise<void> {
  const root = await rootRoles(db)
  const had = roleIds(before?.roles)
  const gets = roleIds(input.roles)
  const wasRoot = had.some((id) => root.has(id))
  const becomesRoot = gets.some((id) => root.has(id))
  if ((wasRoot || becomesRoot) && !user.isRoot) throw refuse('roles', 'root_only', 'Only Root may change a Root user.')
  const added = gets.filter((id) => !had.includes(id))
  if (isBeyond(user, await rolesOf(db, added))) throw refuse('roles', 'not_held', 'You cannot give a role that may do more than you.')
  if (!before) return
  if (before.id !== user.id) await assertWithinReach(db, user, had)
  if (before.id === user.id && input.password !== undefined)
    throw refuse('password', 'self', 'Change your own password in your account, where the old one is asked for.')
  const active = input.is_active !== false
  if (before.id === user.id && !active) throw refuse('is_active', 'self', 'You cannot deactivate yourself.')
  if (before.id === user.id && had.some((id) => !gets.includes(id))) throw refuse('roles', 'self', 'You cannot take a role from yourself.')
  if (wasRoot && !(becomesRoot && active) && (await otherRoots(db, root, [before.id])) === 0)
    throw refuse('roles', 'last_root', 'The last Root cannot lose the role.')
}

/** Refusals by user to be deleted. */
export async function refusedRemovals(db: Db, rows: readonly AnyRow[], user: CurrentUser): Promise<Map<number, Refusal>> {
  const root = await rootRoles(db)
  const roots = rows.filter((row) => roleIds(row.roles).some((id) => root.has(id)))
  const refusals = new Map<number, Refusal>()
  const last =
    roots.length > 0 &&
    (await otherRoots(
      db,
      root,
      roots.map(({ id }) => id),
    )) === 0
  for (const { id } of roots) {
    if (!user.isRoot) refusals.set(id, refusal('root_only'))
    else if (last) refusals.set(id, refusal('last_root'))
  }
  const cached = new Map((await rolesOf(db, [...new Set(rows.flatMap((row) => roleIds(row.roles)))])).map((role) => [role.id, role]))
  for (const { id, roles: theirs } of rows)
    if (
      !refusals.has(id) &&
      isBeyond(
        user,
        roleIds(theirs).flatMap((role) => cached.get(role) ?? []),
      )
    )
      refusals.set(id, refusal('user_beyond'))
  if (rows.some(({ id }) => id === user.id)) refusals.set(user.id, refusal('own_user'))
  return refusals
}
