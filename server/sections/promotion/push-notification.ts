import { and, isNull, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { afterQuietHours } from '#contract/lib/quiet-hours.ts'
import { pushNotification, pushNotificationTest } from '#contract/sections/promotion/push-notification.ts'
import { findRow } from '#server/crud/query/read.ts'
import type { Announced, Change, Handler } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { members } from '#server/db/tables/members.ts'
import { memberDevices, pushNotifications as pushes } from '#server/db/tables/push.ts'
import { stopPush } from '#server/member-app/deliveries.ts'
import { pushSending } from '#server/member-app/send-push.ts'
import { testLimit, testPush } from '#server/member-app/test-push.ts'
import { countMembers, isInSegments } from '#server/people/segments.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { fieldError } from '#server/platform/core/problem.ts'
import { mount } from '#server/platform/http/mount.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'

/** Clocks of devices differ, and forms take a moment to arrive. */
const toleranceMs = 60_000

/** The moment of 'now' is the server's; what is planned for the night waits for the morning. */
async function prepare({ db, before, input, values }: Change): Promise<void> {
  if (before) return
  const { rows } = await db.execute<{ now: number }>(sql`select (extract(epoch from now()) * 1000)::float8 as now`)
  const now = Number(rows[0]?.now)
  const planned = input.send === 'later' ? Date.parse(toText(input.send_at)) : now
  if (planned < now - toleranceMs) throw fieldError('send_at', 'past')
  const moment = new Date(planned)
  values.send_at = (values.quiet_hours === false ? moment : afterQuietHours(moment)).toISOString()
}

function sendLater(change: Pick<Announced, 'platform' | 'db' | 'user'>, { id, ref, title, send_at }: Readonly<Record<string, unknown>>) {
  const { platform, db, user } = change
  const options = { key: toText(ref), runAt: new Date(toText(send_at)), user, section: pushNotification.name, subject: toText(title) }
  return enqueue(platform.database, db, pushSending, { push: Number(id) }, { ...options, resource: pushNotification.permission })
}

const audience: Handler = async ({ db, query }) => {
  const names = toText(query.segmentation).split(',')
  const { member_id, removed_at } = memberDevices
  const isTheirs = sql`exists (select 1 from ${members} where ${members.id} = ${member_id} and ${isInSegments(names)})`
  return { members: await countMembers(db, names), devices: await db.$count(memberDevices, and(isNull(removed_at), isTheirs)) }
}

const stop: Handler = async ({ db, user }, { shape, before, write }) => {
  const id = before?.id ?? 0
  await stopPush(db, id)
  await write({ stopped_at: new Date().toISOString() })
  return { message: 'Stopped', data: await findRow(db, shape, user, id) }
}

/** Now, not when it was planned. */
const resume: Handler = async ({ db, user }, { platform, before, write }) => {
  const at = new Date().toISOString()
  const data = await write({ held: null, due_at: at })
  if (isRecord(data) && before) await sendLater({ platform, db, user }, { ...before, send_at: at })
  return { message: 'Saved', data }
}

export const pushNotificationApi = serve(pushNotification, pushes, {
  derived: {
    delivered_count: sql`(${pushes.sent_count} - ${pushes.inbox_count})`,
    failed_count: sql`(case when ${pushes.ended_at} is null then 0 else ${pushes.recipient_count} - ${pushes.sent_count} end)`,
  },
  prepare,
  async afterChange(effects) {
    for (const effect of effects) if (!effect.before && effect.after) await sendLater(effect, effect.after)
  },
  calls: { audience, stop, resume },
})

export function mountPushNotification(app: Hono, platform: Platform): void {
  const limit = testLimit(platform)
  mount(app, platform, pushNotificationTest, (request) => testPush(platform, limit, request), { withoutTransaction: true })
}
