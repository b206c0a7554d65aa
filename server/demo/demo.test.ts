import { expect, it } from 'vitest'
import type { Section } from '#contract/kit/section/section.ts'
import { sections } from '#contract/sections/index.ts'
import { createApp } from '#server/app.ts'
import { leads } from '#server/db/tables/crm.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { demoPlatform } from '#tests/support/demo.ts'
import { requestAs } from '#tests/support/request.ts'
import { startDemo } from './start.ts'

async function using<T>(opened: Promise<TestPlatform>, work: (test: TestPlatform) => Promise<T>): Promise<T> {
  const test = await opened
  try {
    return await work(test)
  } finally {
    await test.close()
  }
}

/** Leads of the first run. */
let first: (typeof leads.$inferSelect)[] = []

it('demo data fills several pages of every list, and ids continue after it', { timeout: 600_000 }, () =>
  using(demoPlatform(), async ({ platform }) => {
    first = await platform.database.db.select().from(leads).orderBy(leads.id)
    const ask = requestAs(createApp(platform), await makePerson(platform, [], 'Root', true))
    for (const load of Object.values(sections)) {
      const { path, name, kind }: Section = await load()
      // A business has few numbers and landing pages, and nobody has signed in or asked the bot yet.
      if (['whatsapp-number', 'landing-page', 'security-log', 'bot-conversation'].includes(name) || kind === 'setting') continue
      const { body } = await ask('GET', path)
      expect([path, body.total_page]).toEqual([path, expect.any(Number)])
      expect(body.total_page).toBeGreaterThan(1)
    }
    const active = await ask('GET', '/content/in/v2/for-you?query=status:ACTIVE&sort=sequence asc')
    expect(active.body.total_record).toBeGreaterThan(10)
    const added = await ask('POST', '/crm/in/v1/lead', { name: 'Baru', phone: '6281234567890', status: 'new' })
    expect(added.body.data.id).toBe(121)
    const tag = await ask('POST', '/crm/in/v1/tag-manager', { name: 'baru' })
    expect(tag.status).toBe(201)
  }),
)

it('demo data is the same every time', { timeout: 600_000 }, async () => {
  expect(first).toHaveLength(120)
  const again = await using(testPlatform({ DEMO: 'true', DEMO_LEADS: '120' }), async ({ platform }) => {
    await startDemo(platform)
    return platform.database.db.select().from(leads).orderBy(leads.id)
  })
  expect(again).toEqual(first)
})

it('demo data leaves databases with users, or without demo, alone', () =>
  using(testPlatform({ DEMO: 'false' }), async ({ platform }) => {
    await startDemo(platform)
    expect(await platform.database.db.select().from(leads)).toEqual([])
    await makePerson(platform, [])
    await startDemo({ ...platform, settings: { ...platform.settings, demo: true } })
    expect(await platform.database.db.select().from(leads)).toEqual([])
  }))
