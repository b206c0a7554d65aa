/**
 * Opening a room of 5,000 messages of which 500 have reactions and edits, against one without, in turn in one browser. `npx tsx
 * tests/bench/marked-room.ts`, after a build.
 */
import { rm } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { openDatabase } from '#server/db/open.ts'
import { messages, rooms } from '#server/db/tables/chat.ts'
import { openBrowser } from '#tests/support/browser.ts'
import { signInTo } from '#tests/support/client.ts'
import { startServer } from '#tests/support/server.ts'
import { findBrowser } from '../../scripts/browser.mjs'
import { openRoom } from './inbox-page.ts'
import { beginRoom, lengthenRoom } from './long-room.ts'

const [count, every] = [5_000, 10]
const opens = Number(process.argv[2] ?? 20)
const [plain, marked] = ['6281299990011', '6281299990012']

/** Every tenth message: a reaction, and a former text. */
async function mark(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir })
  try {
    const ids = database.db.select({ id: rooms.id }).from(rooms).where(eq(rooms.customer_phone, marked))
    await database.db.execute(sql`
      update ${messages} set
        reactions = jsonb_build_array(jsonb_build_object('emoji', '👍', 'by', 'customer', 'name', null, 'at', created_at)),
        edits = jsonb_build_array(jsonb_build_object('content', content, 'at', created_at))
      where room in (${ids}) and place % ${every} = 0`)
  } finally {
    await database.close()
  }
}

const median = (took: readonly number[]) => Math.round((took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0) * 10) / 10

const server = await startServer({ env: { DEMO_LEADS: '100', LOG_LEVEL: 'warn' } })
const browser = await openBrowser(await findBrowser(), { baseURL: server.url, viewport: { width: 1440, height: 900 } })
try {
  const admin = await signInTo(server.url, 'root')
  for (const phone of [plain, marked]) await beginRoom(server.url, admin, phone)
  await server.stop()
  for (const phone of [plain, marked]) await lengthenRoom(server.dataDir, phone, count)
  await mark(server.dataDir)
  await server.restart()
  const listed = (await admin.list(chatPlatform.path, { query: 'status:open' })).data
  const refOf = (phone: string) => String(listed.find(({ customer_phone }) => customer_phone === phone)?.ref)
  const refs = { plain: refOf(plain), marked: refOf(marked) }
  const { token, ...session } = admin.session
  await browser.context.addInitScript({ content: 'globalThis.__name = (named) => named' })
  const [page = await browser.context.newPage()] = browser.context.pages()
  await page.goto('/health/live')
  await page.evaluate(
    ([key, kept]) => {
      localStorage.setItem('jwt_access_token', key ?? '')
      localStorage.setItem('lapangan-session', kept ?? '')
    },
    [token, JSON.stringify(session)],
  )
  const took = { plain: [] as number[], marked: [] as number[] }
  for (let run = 0; run < opens; run++)
    for (const name of run % 2 ? (['plain', 'marked'] as const) : (['marked', 'plain'] as const)) {
      await page.goto('/chat-platform/list?status=all')
      await page.locator(`#root li[data-ref="${refs[name]}"]`).waitFor()
      await page.waitForLoadState('networkidle', { timeout: 180_000 })
      took[name].push(await page.evaluate(openRoom, refs[name]))
    }
  const [without, withMarks] = [median(took.plain), median(took.marked)]
  console.log(
    JSON.stringify({
      messages: count,
      marked: count / every,
      opens,
      plain_ms: without,
      marked_ms: withMarks,
      percent: Math.round((withMarks / without - 1) * 100),
    }),
  )
} finally {
  await browser.dispose()
  await server.stop()
  await rm(server.dataDir, { recursive: true, force: true })
}
