import words from '#console/i18n/en/core.json' with { type: 'json' }
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import type { Client } from '#tests/support/client.ts'
import { expect, test } from './fixtures.ts'
import { everyScreen, goTo, type Screen, waitUntilSettled } from './screens.ts'
import { prepareWalk } from './walk.ts'

/** Windows of laptops and monitors. */
const sizes = [
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const

async function screensToWalk(root: Client): Promise<Screen[]> {
  const [room] = (await root.list(chatPlatform.path)).data
  const [question] = (await root.list(tanyaSaham.path, { size: '1' })).data
  return [
    ...(await everyScreen(root)),
    { name: 'room', path: `/chat-platform/list?room=${room?.ref}&panel=true` },
    { name: 'question', path: `/tanya-saham/list?open=${question?.ref}` },
  ]
}

test('whatever opens lies within the window of a laptop, or is scrolled to', async ({ open, as }) => {
  test.setTimeout(1_800_000)
  const root = await as('root')
  const page = await open('root', { viewport: sizes[0] })
  await prepareWalk(page)
  await page.goto('/outbox')
  await waitUntilSettled(page)
  const seen = sizes.map((): string[] => [])
  const faults: string[] = []
  for (const { name, path } of await screensToWalk(root)) {
    await goTo(page, path)
    for (const [at, size] of sizes.entries()) {
      await page.setViewportSize(size)
      const found = await page.evaluate(([screen, before]) => window.walk.openAll(screen, before), [name, seen[at] ?? []] as const)
      seen[at]?.push(...found.pressed)
      faults.push(...found.faults)
    }
  }
  console.log(`Panels, menus and pickers opened: ${seen.map(({ length }) => length).join(' + ')}`)
  expect(faults).toEqual([])
})

test('every tab and every link of a screen leads to a screen', async ({ open, as }) => {
  test.setTimeout(1_800_000)
  const root = await as('root')
  const page = await open('root')
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()} ${response.request().method()} ${response.url()} at ${page.url()}`)
  })
  await prepareWalk(page, [words['app.notFound'], words['app.wrong']])
  await page.goto('/outbox')
  await waitUntilSettled(page)
  const pressed: string[] = []
  for (const { name, path } of await screensToWalk(root)) {
    await goTo(page, path)
    const found = await page.evaluate(([screen, before]) => window.walk.followAll(screen, before), [name, pressed] as const)
    pressed.push(...found.pressed)
    faults.push(...found.faults)
  }
  console.log(`Tabs and links pressed: ${pressed.length}`)
  expect(faults).toEqual([])
})
