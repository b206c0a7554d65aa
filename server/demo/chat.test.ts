import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messages, rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import type { TestPlatform } from '#tests/support/api.ts'
import { demoPlatform } from '#tests/support/demo.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await demoPlatform()
})
afterAll(() => test.close())

it('demo chats have rooms in every state, with whole conversations', async () => {
  const { db } = test.platform.database
  expect(await db.$count(whatsappNumbers)).toBe(3)
  expect(await db.$count(rooms)).toBe(140)
  const some = [
    isNull(rooms.assignee_sales),
    eq(rooms.is_need_support, true),
    gt(rooms.unread, 0),
    gt(rooms.window_until, sql`now()`),
    sql`${rooms.window_until} < now()`,
    eq(rooms.status, 'pending'),
    eq(rooms.status, 'resolved'),
    isNotNull(rooms.snoozed_until),
  ]
  for (const where of some) expect(await db.$count(rooms, where)).toBeGreaterThan(3)
  expect(await db.$count(messages, and(eq(messages.status, 'failed'), isNotNull(messages.failure)))).toBe(1)
})

it('demo rooms match their messages', async () => {
  const { rows } = await test.platform.database.db.execute(sql`
    select r.id from rooms r join messages m on m.room = r.id group by r.id
    having r.next_place <> count(*) + 1 or max(m.place) <> count(*) or max(m.created_at) <> r.last_message_at
      or r.unread <> count(*) filter (where not m.is_admin and m.status <> 'read')`)
  expect(rows).toEqual([])
  const sizes = await test.platform.database.db.execute<{ min: number; max: number }>(
    sql`select min(next_place)::int - 1 as min, max(next_place)::int - 1 as max from rooms`,
  )
  expect(sizes.rows).toEqual([{ min: 4, max: 400 }])
})
