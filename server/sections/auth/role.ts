import { eq, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { everyPermission } from '#contract/kit/field/permission.ts'
import { needsFactorByName, role } from '#contract/sections/auth/role.ts'
import type { Change } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { roles, userRoles } from '#server/db/tables/people.ts'
import { endSessionsWithoutFactor } from '#server/platform/auth/second-factor.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { type Refusal, refusal, refused } from '#server/platform/core/refusal.ts'
import { auditPeople } from './people-audit.ts'
import { rolesOutOfReach } from './user-guard.ts'

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Nobody may grant permissions that they lack. */
function refuseEscalation({ user, before, input }: Change): void {
  const had = new Set(list(before?.permissions))
  const beyond = list(input.permissions).filter((name) => !had.has(name) && !user.permissions.has(toText(name)))
  if (beyond.length && !user.isRoot)
    throw new ApiError('invalid', undefined, {
      fields: { permissions: { code: 'not_held', message: `You do not hold ${beyond.join(', ')} yourself` } },
    })
}

export const roleApi = serve(role, roles, {
  derived: { users: sql`(select count(*)::int from ${userRoles} where ${userRoles.role_id} = ${roles.id})` },
  async enrich(_, rows) {
    for (const row of rows) if (row.is_root) row.permissions = everyPermission()
  },
  async prepare(change) {
    const { db, user, before } = change
    if (before?.is_root) throw refused('invalid', refusal('role_fixed'))
    if (before && (await rolesOutOfReach(db, user, [before.id])).size) throw refused('invalid', refusal('role_beyond'))
    refuseEscalation(change)
    const { input, values } = change
    if (!before) values.requires_second_factor = input.requires_second_factor ?? needsFactorByName(toText(input.name))
  },
  async refuseRemove(db, rows, user) {
    const beyond = await rolesOutOfReach(
      db,
      user,
      rows.map(({ id }) => id),
    )
    return new Map(
      rows.flatMap(({ id, is_root, users, name }): [number, Refusal][] => {
        if (is_root) return [[id, refusal('role_fixed')]]
        if (beyond.has(id)) return [[id, refusal('role_beyond')]]
        return Number(users) > 0 ? [[id, refusal('role_in_use', { title: toText(name), users: Number(users) })]] : []
      }),
    )
  },
  async afterChange(effects) {
    await auditPeople('role', effects)
    for (const { platform, db, before, after } of effects)
      if (before && after?.requires_second_factor && !before.requires_second_factor)
        await endSessionsWithoutFactor(platform, db, eq(userRoles.role_id, after.id))
    const [effect] = effects
    if (effect) await effect.platform.people.changed(effect.db)
  },
})
