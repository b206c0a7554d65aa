/** Shows a push to its author before it is sent (docs/product/push-and-app.md#a-test). It is no push of the table, and counts nothing. */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { isStoredFile } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { members } from '#server/db/tables/members.ts'
import { users } from '#server/db/tables/people.ts'
import { memberDevices as devices } from '#server/db/tables/push.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { type StoredLimit, storedLimit } from '#server/platform/limits/stored-limit.ts'
import { sendToPerson } from '#server/push/send-to-person.ts'
import { fcmOf } from './fcm.ts'

const maxDevices = 20

/** Devices of the members with the person's address or phone. */
async function ownDevices({ database: { db } }: Platform, id: number) {
  const [person] = await db.select({ email: users.email, phone: users.phone }).from(users).where(eq(users.id, id))
  if (!person) return []
  const isOwn = or(eq(sql`lower(${members.email})`, person.email.toLowerCase()), person.phone ? eq(members.phone, person.phone) : undefined)
  return db
    .select({ id: devices.id, token: devices.token })
    .from(devices)
    .innerJoin(members, eq(members.id, devices.member_id))
    .where(and(isNull(devices.removed_at), isNull(members.deleted_at), isOwn))
    .limit(maxDevices)
}

async function toDevices(platform: Platform, { user, body }: CallRequest): Promise<number> {
  const fcm = fcmOf(platform)
  if (!fcm) return 0
  const image = isStoredFile(body.image) ? platform.settings.publicUrl + body.image.url : null
  const message = { ref: uuidv7(), title: toText(body.title), body: toText(body.message), image, data: { kind: 'test' } }
  const own = await ownDevices(platform, user.id)
  const results = await Promise.all(own.map(async ({ id, token }) => ({ id, kind: (await fcm.send({ ...message, token })).kind })))
  const retired = results.flatMap(({ id, kind }) => (kind === 'unregistered' ? [id] : []))
  if (retired.length) await platform.database.db.update(devices).set({ removed_at: sql`now()` }).where(inArray(devices.id, retired))
  return results.filter(({ kind }) => kind === 'accepted').length
}

/** Per person. */
export const testLimit = (platform: Platform): StoredLimit => storedLimit(platform, 'push-notification test', 5, 60)

export async function testPush(platform: Platform, limit: StoredLimit, request: CallRequest) {
  const { user, body } = request
  await limit.take(user.ref)
  const payload = { kind: 'test', title: toText(body.title), body: toText(body.message) } as const
  const [browsers, phones] = await Promise.all([sendToPerson(platform, user.id, payload), toDevices(platform, request)])
  if (browsers + phones === 0) throw new ApiError('not_found', 'No browser or phone of yours takes pushes.')
  return { browsers, devices: phones }
}
