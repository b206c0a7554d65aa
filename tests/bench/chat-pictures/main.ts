/**
 * `npm run chat:pictures -- --room notes --look ar-dark`: pictures of every kind of message, of the window of templates and of those of a
 * broadcast, on a phone and a laptop, in both themes, in English and Arabic, side by side in test-results/chat-pictures.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { browserFlags } from '#tests/support/browser.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { findBrowser } from '../../../scripts/browser.mjs'
import { takeBroadcast } from './broadcast.ts'
import { wholeTemplate } from './cases.ts'
import { pictureOf } from './picture-of.ts'
import { startPictureWorld } from './world.ts'

const { values } = parseArgs({ options: { room: { type: 'string', multiple: true }, look: { type: 'string', multiple: true } } })

const folder = 'test-results/chat-pictures'
/** At most so many windows of one room. */
const maxPages = 8

const looks = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'ar'] as const).map((locale) => ({ name: `${locale}-${theme}`, theme, locale })),
)
type Look = (typeof looks)[number]

const sizes = [
  { name: 'phone', columns: 4, width: 390, height: 844, isTouch: true },
  { name: 'laptop', columns: 2, width: 1440, height: 900, isTouch: false },
] as const
type Size = (typeof sizes)[number]

/** From the first message to the last, a window each. */
async function takeRoom(page: Page): Promise<Buffer[]> {
  const list = page
    .getByRole('region')
    .filter({ has: page.locator('[data-message]') })
    .last()
  await list.waitFor()
  await list.evaluate((box) => box.scrollTo(0, 0))
  const taken: Buffer[] = []
  let isEnd = false
  while (!isEnd && taken.length < maxPages) {
    taken.push(await pictureOf(page))
    isEnd = await list.evaluate((box) => {
      const isLast = box.scrollTop + box.clientHeight > box.scrollHeight - 4
      box.scrollBy(0, box.clientHeight - 40)
      return isLast
    })
  }
  return taken
}

/** The templates that may be sent, those that may not, and the form of the one with every part. */
async function takeTemplates(page: Page): Promise<Buffer[]> {
  const list = page.locator('[data-composer] ul').first()
  await list.getByRole('listitem').nth(3).waitFor()
  const taken = [await pictureOf(page)]
  for (const share of [0.33, 0.66, 1]) {
    await list.evaluate((box, part) => box.scrollTo(0, box.scrollHeight * part - box.clientHeight), share)
    taken.push(await pictureOf(page))
  }
  for (const name of [wholeTemplate, 'kepala_location', 'penawaran_terbatas']) {
    await list.getByRole('button', { name }).click()
    taken.push(await pictureOf(page))
    await page.locator('[data-composer] form').evaluate((form) => form.scrollTo(0, form.scrollHeight))
    taken.push(await pictureOf(page))
    await page.locator('[data-composer] form button').first().click()
  }
  return taken
}

const gap = 8

/** Rows of `columns` pictures each. */
async function putTogether(file: string, pictures: readonly Buffer[], { columns, width, height }: Size): Promise<void> {
  const place = (at: number) => ({ left: (at % columns) * (width + gap), top: Math.floor(at / columns) * (height + gap) })
  const layers = pictures.map((input, at) => ({ input, ...place(at) }))
  const wide = Math.min(columns, pictures.length)
  const high = Math.ceil(pictures.length / columns)
  const canvas = { width: wide * (width + gap) - gap, height: high * (height + gap) - gap, channels: 3 as const, background: '#d33' }
  await sharp({ create: canvas }).composite(layers).png().toFile(file)
}

function optionsOf(baseURL: string, size: Size, look: Look, { session: { token, ...session } }: Client): BrowserContextOptions {
  const kept = {
    jwt_access_token: token,
    'lapangan-session': JSON.stringify(session),
    'lapangan-preferences': JSON.stringify({ theme: look.theme, locale: look.locale }),
  }
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }))
  return {
    ...{ baseURL, viewport: { width: size.width, height: size.height }, hasTouch: size.isTouch, isMobile: size.isTouch },
    ...{ reducedMotion: 'reduce', timezoneId: 'Asia/Jakarta', serviceWorkers: 'block', colorScheme: look.theme },
    storageState: { cookies: [], origins: [{ origin: baseURL, localStorage }] },
  }
}

const world = await startPictureWorld()
const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserFlags })
try {
  const root = await signInTo(world.url, 'root')
  await mkdir(folder, { recursive: true })
  const wanted = Object.entries({ ...world.refs, templates: world.refs.failures, broadcast: null }).filter(
    ([name]) => values.room?.includes(name) ?? true,
  )
  const worn = looks.filter(({ name }) => values.look?.includes(name) ?? true)
  for (const size of sizes) {
    const contexts = await Promise.all(worn.map((look) => browser.newContext(optionsOf(world.url, size, look, root))))
    const pages = await Promise.all(contexts.map((context) => context.newPage()))
    for (const [name, ref] of wanted) {
      const taken =
        ref === null
          ? await takeBroadcast(pages, world, root)
          : await Promise.all(
              pages.map(async (page) => {
                await page.goto(`${chatPlatform.name}/list?status=all&room=${ref}`)
                return name === 'templates' ? takeTemplates(page) : takeRoom(page)
              }),
            )
      for (let at = 0; taken.some((pictures) => at < pictures.length); at += 1) {
        const file = join(folder, `${name}-${size.name}-${at + 1}.png`)
        await putTogether(
          file,
          taken.flatMap((pictures) => pictures[at] ?? []),
          size,
        )
        console.log(file)
      }
    }
    for (const context of contexts) await context.close()
  }
} finally {
  await browser.close()
  await world.dispose()
}
