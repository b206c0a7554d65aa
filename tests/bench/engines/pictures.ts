/** `npm run engines:pictures -- --screen leads`: pictures of twelve screens in every engine, side by side, in test-results/engine-pictures. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { wibDay } from '#contract/lib/wib.ts'
import { event } from '#contract/sections/product/event.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { signInOn, untilShellKept } from '#tests/engines/device.ts'
import type { EnginePage } from '#tests/engines/page.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { startProcess } from '#tests/support/server-process.ts'
import { openVisitors, visit } from './browsers.ts'

const { values } = parseArgs({ options: { screen: { type: 'string', multiple: true }, look: { type: 'string', multiple: true } } })

const folder = 'test-results/engine-pictures'
const sizes = [
  [390, 844],
  [1366, 768],
] as const

interface Look {
  name: string
  theme: 'light' | 'dark'
  locale: 'en' | 'ar'
}
const looks: readonly Look[] = [
  { name: 'light', theme: 'light', locale: 'en' },
  { name: 'ar-dark', theme: 'dark', locale: 'ar' },
]
/** Also in the second look. */
const inBoth = ['home', 'leads', 'room', 'order']

async function screensOf(client: Client): Promise<Record<string, string>> {
  const [room] = (await client.list(chatPlatform.path, { size: '1' })).data
  const [live] = (await client.list(event.path, { size: '1' })).data
  return {
    'sign-in': '/login',
    home: '/dashboard',
    leads: '/leads/list',
    lead: '/leads/add',
    board: '/leads/list?view=board',
    room: `/chat-platform/list?room=${room?.ref}`,
    orders: '/transaction/list',
    order: '/transaction/add',
    event: `/event/edit/${live?.ref}`,
    report: `/report/quantity?period=ytd&year=${wibDay(new Date()).slice(0, 4)}&compare=true`,
    waiting: '/outbox',
    device: '/device',
  }
}

/** Resolves to the picture once the screen is complete and stands still. */
async function pictureOf(page: EnginePage): Promise<Buffer> {
  await page.until('a complete screen', async () => {
    const isBusy = document.querySelector('#last-frame, [data-skeleton], [aria-busy=true], .animate-pulse, .animate-breathe')
    await document.fonts.ready
    const isDrawn = [...document.images].every(({ complete, loading }) => complete || loading === 'lazy')
    return !isBusy && isDrawn && document.querySelector('h1') !== null
  })
  let last = await page.tab.picture()
  for (let look = 0; look < 10; look += 1) {
    await pause(400)
    const next = await page.tab.picture()
    if (next.equals(last)) break
    last = next
  }
  return last
}

const gap = 12
const head = 28

async function putSideBySide(
  file: string,
  pictures: readonly { title: string; picture: Buffer }[],
  [width, height]: readonly [number, number],
) {
  const layers = await Promise.all(
    pictures.map(async ({ title, picture }, place) => {
      const left = place * (width + gap)
      const text = `<svg width="${width}" height="${head}"><text x="4" y="20" font-family="sans-serif" font-size="16">${title}</text></svg>`
      const own = await sharp(picture).extract({ left: 0, top: 0, width, height }).toBuffer()
      return [
        { input: Buffer.from(text), left, top: 0 },
        { input: own, left, top: head },
      ]
    }),
  )
  const canvas = { width: pictures.length * (width + gap) - gap, height: height + head, channels: 3 as const, background: '#dddddd' }
  await sharp({ create: canvas }).composite(layers.flat()).png().toFile(file)
}

/** What a person chose, as the console keeps it. */
const wear = (page: EnginePage, { theme, locale }: Look) =>
  page.run((own) => localStorage.setItem('lapangan-preferences', JSON.stringify(own)), { theme, locale })

/** One screen in every size; where it never comes to rest, as it is then. */
async function takePictures(page: EnginePage, path: string): Promise<Buffer[]> {
  const taken: Buffer[] = []
  for (const [width, height] of sizes) {
    await page.size(width, height)
    if (taken.length === 0) await visit(page, path)
    taken.push(
      await pictureOf(page).catch((error) => {
        console.log(`${path} at ${width}: ${error}`)
        return page.tab.picture()
      }),
    )
  }
  return taken
}

const server = await startProcess({ env: { LOG_LEVEL: 'warn', DEMO_LEADS: '400', DEMO_ROOMS: '40' }, readyWithin: 240_000 })
await mkdir(folder, { recursive: true })
const chosen = Object.entries(await screensOf(await signInTo(server.url, 'root'))).filter(([name]) => values.screen?.includes(name) ?? true)
const visitors = await openVisitors(server.url)
const visits = await Promise.all(
  visitors.map(async (visitor) => {
    const page = await visitor.renew()
    await visit(page, '/login')
    return { title: `${visitor.engine} ${visitor.version}`, page }
  }),
)
for (const look of looks.filter(({ name }) => values.look?.includes(name) ?? true))
  for (const [name, path] of chosen.filter(([each]) => look.name === 'light' || inBoth.includes(each))) {
    const pictures = await Promise.all(
      visits.map(async ({ title, page }) => {
        if (name !== 'sign-in' && (await page.run(() => localStorage.getItem('jwt_access_token') === null))) {
          await page.run(() => localStorage.removeItem('lapangan-preferences'))
          await signInOn(page, 'root')
          await untilShellKept(page)
        }
        await wear(page, look)
        return { title, taken: await takePictures(page, path) }
      }),
    )
    for (const [at, size] of sizes.entries()) {
      const file = join(folder, `${name}-${size[0]}-${look.name}.png`)
      const ofSize = pictures.flatMap(({ title, taken }) => (taken[at] ? [{ title, picture: taken[at] }] : []))
      await putSideBySide(file, ofSize, size)
      console.log(file)
    }
  }
for (const visitor of visitors) await visitor.dispose()
await server.dispose()
process.exit()
