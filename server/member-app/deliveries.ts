/**
 * Statements of a push and its deliveries. Locked in this order: push, deliveries, inbox, devices. All fences are the job's: only its holder
 * writes (docs/product/push-and-app.md#sending).
 */
import { and, eq, sql } from 'drizzle-orm'
import type { HoldReason } from '#contract/sections/promotion/push-notification.ts'
import type { Db } from '#server/db/database.ts'
import { memberInbox as inbox } from '#server/db/tables/member-app.ts'
import { members } from '#server/db/tables/members.ts'
import { pushDeliveries as deliveries, memberDevices as devices, pushNotifications as pushes } from '#server/db/tables/push.ts'
import { isInSegments } from '#server/people/segments.ts'

/** Attempts without an answer. */
const maxAttempts = 5

export type Push = typeof pushes.$inferSelect

/** The push, locked. */
export async function lockPush(tx: Db, id: number): Promise<Push | null> {
  const [push] = await tx.select().from(pushes).where(eq(pushes.id, id)).for('no key update')
  return push ?? null
}

/**
 * Freezes recipients and their devices, once: an inbox row for each member, and a delivery for each device. Without a push service, and for
 * members without a device, the inbox is what reaches them.
 */
export async function takeSnapshot(tx: Db, push: Push, hasService: boolean): Promise<{ recipients: number; devices: number }> {
  const own = sql`${inbox.push_id} = ${push.id}`
  const isRecipient = isInSegments(push.segmentation)
  // `in` is a hashed subplan, where a join may become a loop over all phones for each member: nobody has counted what was just imported.
  await tx.execute(sql`
    with phones as materialized (
      select ${devices.id} as id, ${devices.member_id} as member from ${devices} join ${members} on ${members.id} = ${devices.member_id}
      where ${hasService} and ${devices.removed_at} is null and ${isRecipient}
    ), made as (
      insert into ${deliveries} (push_id, device_id, member_id) select ${push.id}::bigint, id, member from phones order by id on conflict do nothing
    )
    insert into ${inbox} (push_id, member_id, reached_at)
    select ${push.id}::bigint, ${members.id}, case when ${members.id} in (select member from phones) then null else now() end
    from ${members}
    where ${isRecipient} order by ${members.id} on conflict do nothing`)
  const count = (where: ReturnType<typeof sql>) => sql<number>`(select count(*)::int from ${inbox} where ${where})`
  const [stored] = await tx
    .update(pushes)
    .set({
      snapshot_at: sql`now()`,
      due_at: sql`now()`,
      recipient_count: count(own),
      sent_count: count(sql`${own} and ${inbox.reached_at} is not null`),
      inbox_count: count(sql`${own} and ${inbox.reached_at} is not null`),
      device_count: sql`(select count(*)::int from ${deliveries} where ${deliveries.push_id} = ${push.id})`,
    })
    .where(eq(pushes.id, push.id))
    .returning({ recipients: pushes.recipient_count, devices: pushes.device_count })
  return stored ?? { recipients: 0, devices: 0 }
}

export interface Queued {
  id: number
  device: number
  member: number
  token: string
  /** The device is still this member's, and both are there. */
  mayReceive: boolean
}

/** The next due deliveries. */
export async function readQueued(db: Db, push: number, max: number): Promise<Queued[]> {
  const { id, device_id, member_id, state, next_at } = deliveries
  const isSame = sql`${devices.member_id} = ${member_id} and ${devices.removed_at} is null`
  const isThere = sql`exists (select 1 from ${members} where ${members.id} = ${member_id} and ${members.deleted_at} is null)`
  return db
    .select({ id, device: device_id, member: member_id, token: devices.token, mayReceive: sql<boolean>`(${isSame} and ${isThere})` })
    .from(deliveries)
    .innerJoin(devices, eq(devices.id, device_id))
    .where(and(eq(deliveries.push_id, push), eq(state, 'queued'), sql`${next_at} <= now()`))
    .orderBy(next_at, id)
    .limit(max)
}

/** How many are queued, and in how many ms the next is due. */
export async function readRest(db: Db, push: number): Promise<{ queued: number; wait: number }> {
  const wait = sql<number>`coalesce(greatest(0, extract(epoch from min(${deliveries.next_at}) - now()) * 1000), 0)::int`
  const [rest] = await db
    .select({ queued: sql<number>`count(*)::int`, wait })
    .from(deliveries)
    .where(and(eq(deliveries.push_id, push), eq(deliveries.state, 'queued')))
  return rest ?? { queued: 0, wait: 0 }
}

export interface Outcome {
  id: number
  device: number
  /** 'unknown' is sent again: apps drop what they have. */
  state: 'sent' | 'failed' | 'retired' | 'unknown'
  reason: string | null
}

/**
 * Stores what became of some. One that was stopped meanwhile and taken nonetheless is sent. `since`: a device that was registered again since
 * then stays.
 */
export async function storeOutcomes(tx: Db, push: Push, outcomes: readonly Outcome[], since: Date): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as given (id bigint, device bigint, state text, reason text)`
  const isLast = sql`${deliveries.attempts} + 1 >= ${maxAttempts}`
  const counted = await tx.execute<{ retired: number; reached: number }>(sql`
    with stored as (
      update ${deliveries} set
        state = case when given.state <> 'unknown' then given.state when ${isLast} then 'failed' else ${deliveries.state} end,
        reason = given.reason,
        attempts = ${deliveries.attempts} + (given.state = 'unknown')::int,
        next_at = case when given.state = 'unknown' then now() + make_interval(secs => 15 * (${deliveries.attempts} + 1)) else ${deliveries.next_at} end,
        sent_at = case when given.state = 'sent' then now() end
      from ${given}
      where ${deliveries.id} = given.id and (${deliveries.state} = 'queued' or (${deliveries.state} = 'stopped' and given.state = 'sent'))
      returning ${deliveries.member_id} as member, given.device, given.state
    ), reached as (
      update ${inbox} set reached_at = now()
      from (select distinct member from stored where state = 'sent') as taken
      where ${inbox.push_id} = ${push.id} and ${inbox.member_id} = taken.member and ${inbox.reached_at} is null returning 1
    ), retired as (
      update ${devices} set removed_at = now() from stored
      where ${devices.id} = stored.device and stored.state = 'retired' and ${devices.seen_at} < ${since.toISOString()}::timestamptz
        and ${devices.removed_at} is null returning 1
    )
    select (select count(*) from stored where state = 'retired')::int as retired, (select count(*) from reached)::int as reached,
      (select count(*) from retired) as devices`)
  const { retired = 0, reached = 0 } = counted.rows[0] ?? {}
  await tx
    .update(pushes)
    .set({
      due_at: sql`now()`,
      sent_count: sql`${pushes.sent_count} + ${reached}`,
      retired_count: sql`${pushes.retired_count} + ${retired}`,
    })
    .where(eq(pushes.id, push.id))
}

/** Ends it: failed where nobody was reached. */
export async function endPush(tx: Db, id: number): Promise<void> {
  await tx
    .update(pushes)
    .set({ status: sql`case when ${pushes.sent_count} > 0 then 'sent' else 'failed' end`, held: null, ended_at: sql`now()` })
    .where(and(eq(pushes.id, id), eq(pushes.status, 'scheduled')))
}

/** Stops the rest, and ends it. */
export async function stopPush(tx: Db, id: number): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: 'stopped' })
    .where(and(eq(deliveries.push_id, id), eq(deliveries.state, 'queued')))
  await endPush(tx, id)
}

export async function setHeld(tx: Db, id: number, held: HoldReason | null): Promise<void> {
  await tx
    .update(pushes)
    .set({ held })
    .where(and(eq(pushes.id, id), eq(pushes.status, 'scheduled')))
}

/** The moment at which its next step is due. */
export async function setDue(tx: Db, id: number, due: Date): Promise<void> {
  await tx.update(pushes).set({ due_at: due.toISOString() }).where(eq(pushes.id, id))
}

/**
 * Counts the first opening of a member, and of a delivery where the device is named. False for a push that this member was not sent. What was
 * opened has arrived, whatever is known of it.
 */
export async function openPush(tx: Db, ref: string, member: number, token: string | null): Promise<boolean> {
  const [push] = await tx.select({ id: pushes.id }).from(pushes).where(eq(pushes.ref, ref)).for('no key update')
  if (!push) return false
  if (token !== null)
    await tx.execute(sql`
      update ${deliveries} set opened_at = now(), state = 'sent', sent_at = coalesce(${deliveries.sent_at}, now()) from ${devices}
      where ${deliveries.push_id} = ${push.id} and ${deliveries.member_id} = ${member} and ${devices.id} = ${deliveries.device_id}
        and ${devices.token} = ${token} and ${deliveries.opened_at} is null`)
  const [row] = await tx
    .select({ id: inbox.id, opened_at: inbox.opened_at, reached_at: inbox.reached_at })
    .from(inbox)
    .where(and(eq(inbox.push_id, push.id), eq(inbox.member_id, member)))
    .for('no key update')
  if (!row) return false
  if (row.opened_at) return true
  const at = {
    opened_at: sql`now()`,
    read_at: sql`coalesce(${inbox.read_at}, now())`,
    reached_at: sql`coalesce(${inbox.reached_at}, now())`,
  }
  await tx.update(inbox).set(at).where(eq(inbox.id, row.id))
  const reached = row.reached_at ? 0 : 1
  await tx
    .update(pushes)
    .set({
      opened_count: sql`${pushes.opened_count} + 1`,
      sent_count: sql`${pushes.sent_count} + ${reached}`,
      inbox_count: sql`${pushes.inbox_count} + ${token === null ? reached : 0}`,
    })
    .where(eq(pushes.id, push.id))
  return true
}
