/** Phones of members, and what they report of pushes. */
import { and, eq, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { toText } from '#contract/kit/field/guards.ts'
import { uuid } from '#contract/lib/patterns.ts'
import { deviceForget, deviceRegister, pushOpened } from '#contract/member-app.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import { memberDevices as devices } from '#server/db/tables/push.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { openPush } from './deliveries.ts'
import { appLimits } from './limits.ts'

/** Per member; those that were used least lately go. */
const max = 20

/** The member of a call that needs one (guard.ts). */
function memberOf({ member }: CallRequest): number {
  if (member === null) throw new ApiError('unauthenticated')
  return member
}

/** A device that another member signs in on is theirs alone from then on. */
async function register({ database }: Platform, request: CallRequest): Promise<void> {
  const member_id = memberOf(request)
  const given = { member_id, platform: toText(request.body.platform) }
  await database.transaction(async (tx) => {
    await tx
      .insert(devices)
      .values({ ...given, token: toText(request.body.token) })
      .onConflictDoUpdate({ target: devices.token, set: { ...given, seen_at: sql`now()`, removed_at: null } })
    await tx.execute(sql`
      update ${devices} set removed_at = now() where id in (
        select id from ${devices} where ${devices.member_id} = ${member_id} and ${devices.removed_at} is null
        order by ${devices.seen_at} desc, ${devices.id} desc offset ${max})`)
  })
}

async function opened({ database }: Platform, request: CallRequest): Promise<void> {
  const { ref, token } = request.body
  const known = uuid.test(toText(ref)) ? toText(ref).toLowerCase() : null
  const isTheirs =
    known !== null &&
    (await database.transaction(async (tx) => {
      const found = await openPush(tx, known, memberOf(request), token ? toText(token) : null)
      if (found) await totalsOf(database).arrived(tx, 'push-notification')
      return found
    }))
  if (!isTheirs) throw new ApiError('not_found')
}

export function mountDevices(app: Hono, platform: Platform): void {
  const { writes } = appLimits(platform)
  mount(app, platform, deviceRegister, async (request) => {
    await writes(request)
    await register(platform, request)
    return { message: 'Registered' }
  })
  mount(app, platform, deviceForget, async (request) => {
    await writes(request)
    const own = and(eq(devices.token, toText(request.body.token)), eq(devices.member_id, memberOf(request)))
    await request.db.update(devices).set({ removed_at: sql`now()` }).where(own)
    return { message: 'Done' }
  })
  mount(app, platform, pushOpened, async (request) => {
    await writes(request)
    await opened(platform, request)
    return { message: 'Done' }
  })
}
