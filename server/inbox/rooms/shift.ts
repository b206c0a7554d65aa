/** Shifts of account executives (contract/chat/shift.ts): active users with a role similar to sales. */
import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import * as contract from '#contract/chat/shift.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import { resolveReferences } from '#server/crud/query/references.ts'
import type { Db } from '#server/db/database.ts'
import { shifts } from '#server/db/tables/chat.ts'
import { roles, userRoles, users } from '#server/db/tables/people.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'

const isExecutive: SQL = sql`(${users.is_active} and exists (
  select 1 from ${userRoles} join ${roles} on ${roles.id} = ${userRoles.role_id}
  where ${userRoles.user_id} = ${users.id} and lower(${roles.name}) like '%sales%'))`
const isOn = sql<boolean>`coalesce(${shifts.is_active}, false)`

async function online(db: Db): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(shifts)
    .innerJoin(users, eq(users.id, shifts.user_id))
    .where(and(eq(shifts.is_active, true), isExecutive))
  return row?.total ?? 0
}

async function readOwn({ db, user }: CallRequest) {
  const [own] = await db.select().from(shifts).where(eq(shifts.user_id, user.id))
  return { is_active: own?.is_active ?? false, num_online: await online(db) }
}

function readAll({ db, list }: CallRequest) {
  const columns = { id: users.id, name: users.name, is_active: isOn }
  const select = (where: SQL | undefined) =>
    db.select(columns).from(users).leftJoin(shifts, eq(shifts.user_id, users.id)).where(and(isExecutive, where)).$dynamic()
  return readPage(db, list, contract.shiftList, { columns, search: ['name'], sort: 'name asc' }, select)
}

async function set(db: Db, user_id: number, isActive: boolean) {
  const values = { is_active: isActive, changed_at: sql`now()` }
  await db
    .insert(shifts)
    .values({ user_id, ...values })
    .onConflictDoUpdate({ target: shifts.user_id, set: values })
  return { message: contract.shiftUpdated }
}

async function assign(request: CallRequest) {
  const { db, body } = request
  const { user_id } = await resolveReferences(request, contract.shiftAssign.body ?? {}, { user_id: body.user_id })
  const id = Number(user_id)
  const [found] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isExecutive))
  if (!found) throw fieldError('user_id', 'unknown_reference')
  return set(db, id, body.is_active === true)
}

export function mountShift(app: Hono, platform: Platform): void {
  mount(app, platform, contract.ownShift, readOwn)
  mount(app, platform, contract.shiftCount, async ({ db }) => ({ num_online: await online(db) }))
  mount(app, platform, contract.shiftList, readAll)
  mount(app, platform, contract.shiftUpdate, ({ db, user, body }) => set(db, user.id, body.is_active === true))
  mount(app, platform, contract.shiftAssign, assign)
}
