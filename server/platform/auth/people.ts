/** Users of sessions, cached until users, roles or sessions change. */
import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { isGuest, type Permission, resources, roleFlags, rootPermissions, withoutRootOnly } from '#contract/kit/field/permission.ts'
import type { Database, Db } from '#server/db/database.ts'
import { roles, userRoles, users } from '#server/db/tables/people.ts'
import { sessions } from '#server/db/tables/platform.ts'
import type { CurrentUser } from '../core/context.ts'
import type { Settings } from '../settings/settings.ts'
import { isAlive } from './sessions.ts'

const channel = 'people'
const maxAge = 60_000

export interface People {
  /** Null when the session ended, or the user is inactive or without role. */
  bySession(jti: string): Promise<CurrentUser | null>
  /** Users of several live sessions, in two queries: for open sockets. */
  bySessions(jtis: readonly string[]): Promise<ReadonlyMap<string, CurrentUser>>
  /** Calls back after changes to users, roles and sessions in any process. */
  onChange(listener: () => void): Promise<void>
  /** Call in the transaction of every change to users, roles and sessions. */
  changed(tx: Db): Promise<void>
}

type UserRole = { user: typeof users.$inferSelect; role: typeof roles.$inferSelect }

function toUser(user: UserRole['user'], assigned: readonly UserRole['role'][]): CurrentUser {
  const names = assigned.map((role) => role.name)
  const isRoot = assigned.some((role) => role.is_root)
  const granted = isRoot ? rootPermissions() : withoutRootOnly(assigned.flatMap((role) => role.permissions))
  // Each signed-in role but guest holds 'get admin' (docs/product/access.md#permissions).
  const admin: Permission[] = isGuest(names) ? [] : ['get admin']
  return {
    id: user.id,
    ref: user.ref,
    name: user.name,
    email: user.email,
    roles: names,
    permissions: new Set([...granted, ...admin]),
    isRoot,
    isSales: roleFlags(names).isSales,
  }
}

/** Loads users with roles and permissions by id, active ones with a role only. One query. */
async function loadUsers(db: Db, ids: readonly number[]): Promise<Map<number, CurrentUser>> {
  const rows = await db
    .select({ user: users, role: roles })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.user_id, users.id))
    .innerJoin(roles, eq(roles.id, userRoles.role_id))
    .where(and(inArray(users.id, [...ids]), eq(users.is_active, true)))
    .orderBy(asc(userRoles.position), asc(roles.id))
  const assigned = new Map<number, UserRole[]>()
  for (const row of rows) assigned.set(row.user.id, [...(assigned.get(row.user.id) ?? []), row])
  return new Map(
    [...assigned].flatMap(([id, list]): [number, CurrentUser][] => {
      const [first] = list
      return first
        ? [
            [
              id,
              toUser(
                first.user,
                list.map(({ role }) => role),
              ),
            ],
          ]
        : []
    }),
  )
}

/** The user with roles and permissions; null when inactive or without a role. */
export async function loadUser(db: Db, id: number): Promise<CurrentUser | null> {
  return (await loadUsers(db, [id])).get(id) ?? null
}

/** Returns the resources readable with these permissions. */
export function readable(permissions: ReadonlySet<string>): string[] {
  return resources.filter((resource) => permissions.has(`get ${resource}`))
}

export async function createPeople(database: Database, settings: Pick<Settings, 'sessionIdleHours'>): Promise<People> {
  const alive = () => isAlive(settings)
  const cache = new Map<string, { user: CurrentUser; until: number }>()
  let generation = 0
  await database.listen(channel, () => {
    generation++
    cache.clear()
  })
  const load = async (jti: string) => {
    const began = generation
    const [session] = await database.db
      .select({ user_id: sessions.user_id })
      .from(sessions)
      .where(and(eq(sessions.jti, jti), alive()))
    const user = session ? await loadUser(database.db, session.user_id) : null
    if (!user) return null
    // A read that overlapped a change may be stale: it is not cached.
    if (began === generation) cache.set(jti, { user, until: Date.now() + maxAge })
    const unused = lt(sessions.last_used, sql`now() - interval '5 minutes'`)
    await database.db
      .update(sessions)
      .set({ last_used: sql`now()` })
      .where(and(eq(sessions.jti, jti), unused))
    const unseen = or(isNull(users.last_seen), lt(users.last_seen, sql`now() - interval '5 minutes'`))
    await database.db
      .update(users)
      .set({ last_seen: sql`now()` })
      .where(and(eq(users.id, user.id), unseen))
    return user
  }
  return {
    async bySession(jti) {
      const known = cache.get(jti)
      return known && known.until > Date.now() ? known.user : load(jti)
    },
    async bySessions(jtis) {
      const { jti, user_id } = sessions
      const living = await database.db
        .select({ jti, user_id })
        .from(sessions)
        .where(and(inArray(jti, [...jtis]), alive()))
      const found = await loadUsers(database.db, [...new Set(living.map((session) => session.user_id))])
      return new Map(
        living.flatMap((session): [string, CurrentUser][] => {
          const user = found.get(session.user_id)
          return user ? [[session.jti, user]] : []
        }),
      )
    },
    onChange: (listener) => database.listen(channel, listener),
    changed: (tx) => database.notify(tx, channel, ''),
  }
}
