import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestPlatform } from '#tests/support/api.ts'
import { demoPlatform } from '#tests/support/demo.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await demoPlatform()
})
afterAll(() => test.close())

const count = async (query: ReturnType<typeof sql>) => (await test.platform.database.db.execute<{ n: number }>(query)).rows[0]?.n

it('demo leads that were won are members, with their name, phone and salesperson', async () => {
  const won = sql`from leads where status like 'closing%' or status like '%retention'`
  const known = sql`exists (select 1 from members m where m.phone = leads.phone and m.name = leads.name and m.sales_id = leads.sales)`
  expect(await count(sql`select count(*)::int as n ${won}`)).toBeGreaterThan(10)
  expect(await count(sql`select count(*)::int as n from (select * ${won}) as leads where not ${known}`)).toBe(0)
  expect(await count(sql`select (count(*) - count(distinct phone))::int as n from leads`)).toBe(0)
})

it('demo chats are of members or leads of the same salesperson, but for a few', async () => {
  const isMember = sql`exists (select 1 from members m where m.id = customer_id and m.phone = customer_phone and m.name = customer_name
    and m.sales_id = assignee_sales)`
  expect(await count(sql`select count(*)::int as n from rooms where customer_id is not null and not ${isMember}`)).toBe(0)
  expect(await count(sql`select count(*)::int as n from rooms where customer_id is not null`)).toBeGreaterThan(40)
  const isLead = sql`exists (select 1 from leads l where l.phone = customer_phone and l.name = customer_name
    and l.sales is not distinct from assignee_sales)`
  expect(await count(sql`select count(*)::int as n from rooms where customer_id is null and ${isLead}`)).toBeGreaterThan(10)
  expect(await count(sql`select count(*)::int as n from rooms where next_place > 130`)).toBe(6)
})

it('demo videos are ready to play, and are those that records name', async () => {
  expect(await count(sql`select count(*)::int as n from videos where state <> 'ready' or poster is null`)).toBe(0)
  expect(await count(sql`select count(*)::int as n from posts where type = 'video' and video is null`)).toBe(0)
  const named = sql`select video from testimonies where video is not null`
  const isStored = sql`exists (select 1 from videos where stated.video like '%' || (videos.result->>'url'))`
  expect(await count(sql`select count(*)::int as n from (${named}) as stated where ${isStored}`)).toBe(5)
})

it('demo articles and pictures of terms are all different', async () => {
  expect(await count(sql`select (count(*) - count(distinct body))::int as n from posts`)).toBe(0)
  expect(await count(sql`select (count(*) - count(distinct image->>'url'))::int as n from pedia_terms`)).toBe(0)
})
