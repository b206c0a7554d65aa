import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { eventReminders, events } from '#server/db/tables/events.ts'
import { inHours, makeEventWorld } from '#tests/support/events.ts'
import { beginReminders, eventReminder, startReminders } from './reminders.ts'

const world = await makeEventWorld()
const { db, makeEvent, register } = world
afterAll(() => world.close())

const reminders = (...hours: number[]): never[] => JSON.parse(JSON.stringify(hours.map((each) => ({ hours: each }))))
const at = (wib: string) => sql`${`2090-${wib}:00+07:00`}::timestamptz`
const begunAt = async (wib: string) => (await beginReminders(db, at(wib))).map(({ hours, start_at }) => [hours, start_at])
const startOn = (day: string) => ({ start_at: `2090-${day}T02:00:00.000Z`, end_at: `2090-${day}T04:00:00.000Z` })

describe('a reminder', () => {
  it('is named by event, hours and start: one that was sent is sent again for another start (vector 12)', async () => {
    const { id } = await makeEvent({ reminders: reminders(24, 1), ...startOn('03-10') })
    expect(await begunAt('03-09T08:59')).toEqual([])
    expect(await begunAt('03-09T09:00')).toEqual([[24, '2090-03-10T02:00:00.000Z']])
    expect(await begunAt('03-09T09:01')).toEqual([])
    await db.update(events).set(startOn('03-12')).where(eq(events.id, id))
    for (const silent of ['03-09T12:00', '03-10T08:00', '03-11T08:59']) expect(await begunAt(silent)).toEqual([])
    expect(await begunAt('03-11T09:00')).toEqual([[24, '2090-03-12T02:00:00.000Z']])
    expect(await begunAt('03-12T08:00')).toEqual([[1, '2090-03-12T02:00:00.000Z']])
    expect(await db.$count(eventReminders, eq(eventReminders.event_id, id))).toBe(3)
  })

  it('that is more than an hour late is skipped', async () => {
    await makeEvent({ reminders: reminders(5, 24), ...startOn('05-10') })
    expect(await begunAt('05-09T10:01')).toEqual([])
    expect(await begunAt('05-10T05:00')).toEqual([[5, '2090-05-10T02:00:00.000Z']])
  })

  it('goes once to each who is registered, and not for a start that was left meanwhile', async () => {
    const { id, path } = await makeEvent({ reminders: reminders(2), start_at: inHours(1.9), end_at: inHours(3), quota: 2 })
    const people = [await register(path), await register(path)]
    await register(path, { wait: 'yes' })
    const begin = async () => {
      await db.execute(sql`insert into jobs (ref, kind, lane) values (gen_random_uuid(), ${startReminders.name}, 'house')`)
      await world.runJobs([startReminders])
    }
    const remindersSent = async () => (await world.mails()).filter((mail) => mail.includes('Subject: Pengingat'))
    await begin()
    await world.runJobs([eventReminder])
    await begin()
    await world.runJobs([eventReminder])
    const sent = await remindersSent()
    expect(sent.map((mail) => /^To: .*<(.*)>$/m.exec(mail)?.[1]).sort()).toEqual(people.map(({ given }) => given.email).sort())
    await db
      .update(events)
      .set({ start_at: inHours(1.8) })
      .where(eq(events.id, id))
    await begin()
    await db
      .update(events)
      .set({ start_at: inHours(9), end_at: inHours(10) })
      .where(eq(events.id, id))
    await world.runJobs([eventReminder])
    expect(await remindersSent()).toHaveLength(2)
  })
})
