/** Push notifications, with those of the last weeks in the inbox of some members. */
import { eq, sql } from 'drizzle-orm'
import { pushNotification } from '#contract/sections/promotion/push-notification.ts'
import type { Db } from '#server/db/database.ts'
import { memberInbox } from '#server/db/tables/member-app.ts'
import { members } from '#server/db/tables/members.ts'
import { pushNotifications } from '#server/db/tables/push.ts'
import { pushSending } from '#server/member-app/send-push.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { randomFrom } from './base/random.ts'
import { type Clock, insertRows } from './base/rows.ts'
import { demoPushNotifications } from './content/push-notifications.ts'

const seed = 20_261_126

export async function fillPushes({ database }: Platform, db: Db, clock: Clock, authors: readonly string[]): Promise<void> {
  const rows = demoPushNotifications(randomFrom(seed), clock, await db.$count(members), authors)
  await insertRows(db, pushNotifications, rows)
  const [upcoming] = rows
  const options = { key: upcoming?.ref ?? '', runAt: new Date(upcoming?.send_at ?? 0), section: pushNotification.name }
  await enqueue(
    database,
    db,
    pushSending,
    { push: 1 },
    { ...options, subject: upcoming?.title ?? '', resource: pushNotification.permission },
  )
  await db.execute(sql`
    insert into ${memberInbox} (push_id, member_id, created_at, reached_at)
    select ${pushNotifications.id}, ${members.id}, ${pushNotifications.send_at}, ${pushNotifications.send_at}
    from ${pushNotifications} join ${members} on ${members.deleted_at} is null and ${members.id} <= 12
    where ${eq(pushNotifications.status, 'sent')} and ${pushNotifications.id} <= 8 order by ${pushNotifications.send_at}, ${members.id}`)
}
