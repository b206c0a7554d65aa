import type { Locator, Page } from '@playwright/test'
import { post } from '#contract/sections/content/post.ts'
import { member } from '#contract/sections/member/member.ts'
import { memberCuti } from '#contract/sections/member/member-cuti.ts'
import { promotionCode } from '#contract/sections/promotion/promotion-code.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { covering } from '#tests/support/covering.ts'
import { formOf, pictureOf } from '#tests/support/pictures.ts'
import { allSections } from '#tests/support/sections.ts'
import { meetCustomer, message } from './chat-scene.ts'
import { expect, laptop, phone, test } from './fixtures.ts'
import {
  everyScreen,
  expectFitsPhones,
  expectNoSideways,
  expectNoZoom,
  expectWholeLines,
  faded,
  goTo,
  linesIn,
  type Screen,
  waitForFirstSync,
  waitUntilSettled,
} from './screens.ts'

const small = { ...phone, viewport: { width: 360, height: 740 } }
const preferencesOf = (locale: string, fontScale = 100) => ({
  'lapangan-preferences': JSON.stringify({ locale, theme: 'light', fontScale }),
})
const largest = (locale: string) => ({ ...small, preferences: preferencesOf(locale, 130) })

const fewSections = new Set(covering(allSections).map(({ name }) => name))
const inNpmTest = ({ section }: Screen) => !section || fewSections.has(section)
const walks = [
  // All are measured; axe, which is slower, checks a few sections that together cover the kit.
  { locale: 'en', device: largest('en'), name: 'en on a small phone with the largest letters', tag: [], read: inNpmTest },
  {
    locale: 'en',
    device: largest('en'),
    name: 'en on a small phone with the largest letters, each read',
    tag: ['@long'],
    read: () => true,
  },
  { locale: 'ar', device: { ...laptop, preferences: preferencesOf('ar') }, name: 'ar on a laptop', tag: ['@long'], read: () => true },
]

// The longest, and the first by name, so that it does not run last. Three workers share it.
test.describe.configure({ mode: 'parallel' })
const parts = [1, 2, 3]

for (const [{ locale, device, name, tag, read }, part] of walks.flatMap((walk) => parts.map((number) => [walk, number] as const)))
  test(`every screen is whole, accessible and no wider than the device: ${name}, part ${part}`, { tag }, async ({ open, as }) => {
    test.setTimeout(1_800_000)
    const root = await as('root')
    const page = await open('root', device)
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (line) => ['error', 'warning'].includes(line.type()) && errors.push(line.text()))
    const blocked = 'Service Worker registration blocked by Playwright'
    const [room] = (await root.list('/crm/in/v1/chat-platform')).data
    const [question] = (await root.list('/crm/in/v1/tanya-saham', { size: '1' })).data
    const screens: Screen[] = [
      ...(await everyScreen(root)),
      { name: 'room', path: `/chat-platform/list?room=${room?.ref}` },
      { name: 'question', path: `/tanya-saham/list?open=${question?.ref}` },
    ]
    await page.goto('/dashboard')
    await waitUntilSettled(page)
    const own = screens.filter((_, at) => at % parts.length === part - 1)
    for (const screen of own) {
      await test.step(screen.name, async () => {
        await goTo(page, screen.path)
        await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
        await expectNoSideways(page, screen.name)
        if ('isMobile' in device) await expectNoZoom(page, screen.name)
        if (read(screen)) await expectAccessible(page, `${screen.name}, ${name}`)
      })
    }
    expect(errors.filter((error) => error !== blocked)).toEqual([])
    if (locale === 'en' && !tag.length) await walkOffline(page, own)
  })

/** The same screens in Indonesian, with its long words, while a change waits. */
async function walkOffline(page: Page, screens: readonly Screen[]): Promise<void> {
  await goTo(page, '/tag-manager/add')
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Preferences' }).click()
  await page.locator('#preference-language').selectOption('id')
  await expect(page.locator('html')).toHaveAttribute('lang', 'id')
  await expectNoSideways(page, 'preferences in Indonesian')
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  await page.locator('[data-field=name] input').fill('Menunggu jaringan')
  await page.locator('form [type=submit]').click()
  // The save leads to the list, also where another page was opened meanwhile.
  await expect(page).toHaveURL(/\/tag-manager\/list/)
  await expect(page.locator('[data-top-bar] a[href="/outbox"]')).toBeVisible()
  for (const screen of screens) {
    await test.step(`${screen.name} offline`, async () => {
      await goTo(page, screen.path)
      await expectFitsPhones(page, `${screen.name} offline`)
    })
  }
}

/** Opens every popup of the screen's buttons, once per name. */
async function openAll(page: Page, screen: string, seen: Set<string>): Promise<void> {
  const buttons = page.locator('button[aria-haspopup]:enabled:not([role=combobox])').filter({ visible: true })
  const names = await buttons.evaluateAll((all) => all.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''))
  for (const [at, name] of names.entries()) {
    // The first row represents all.
    const kind = name.replace(/[\d.,:]+/g, '').split(' ')[0]
    if (seen.has(kind ?? '')) continue
    seen.add(kind ?? '')
    await buttons.nth(at).click()
    const opened = page.locator('[role=dialog], [role=alertdialog], [role=menu]')
    await expect(opened.first(), `${screen}: ${name}`).toBeVisible()
    await faded(page)
    await expectFitsPhones(page, `${screen}: ${name}`)
    await expectNoZoom(page, `${screen}: ${name}`)
    await page.keyboard.press('Escape')
    await expect(opened, `${screen}: ${name}`).toHaveCount(0)
  }
}

/** A change that stays in the outbox, whose number stands in the top bar of every screen. */
async function leaveWaiting(page: Page): Promise<void> {
  await page.route(/\/in\/v1\//, (route) => (route.request().method() === 'GET' ? route.fallback() : route.abort()))
  await goTo(page, '/tag-manager/add')
  await page.locator('[data-field=name] input').fill('Menunggu jaringan')
  await page.locator('form [type=submit]').click()
  // The save leads to the list, also where another page was opened meanwhile.
  await expect(page).toHaveURL(/\/tag-manager\/list/)
  await expect(page.locator('[data-top-bar] a[href="/outbox"]')).toBeVisible()
}

test('what opens on a screen is no wider than a small phone with the largest letters', async ({ open, as }) => {
  const root = await as('root')
  const page = await open('root', largest('id'))
  const first = async (path: string, query = '') => (await root.list(path, { size: '1', query })).data[0]?.ref
  await page.goto('/leads/add')
  await waitUntilSettled(page)
  await expectNoSideways(page, 'new lead')
  await page.locator('[data-field=lead_sources] button').last().click()
  await expect(page.locator('[data-field="lead_sources.0.campaign_id"]')).toBeVisible()
  await expectNoSideways(page, 'lead with a source')
  const save = await page.locator('form [type=submit]').boundingBox()
  expect((save?.x ?? 0) + (save?.width ?? 999)).toBeLessThanOrEqual(360)

  await goTo(page, '/leads/list')
  await waitForFirstSync(page)
  await leaveWaiting(page)
  const seen = new Set<string>()
  const choosing = ['/leads/list', '/transaction/list', '/post/list']
  for (const path of [
    '/leads/list',
    '/leads/list?view=board',
    '/transaction/list',
    `/transaction/detail/${await first(transaction.path)}`,
    `/transaction/detail/${await first(transaction.path, 'payment_status:unpaid')}`,
    `/member-cuti/detail/${await first(memberCuti.path, 'status:running')}`,
    '/member/list',
    '/stock/list',
    '/promotion-code/list',
    '/post/list',
    '/performance/list',
    '/chat-platform/list',
    `/chat-platform/list?room=${await first(chatPlatform.path)}`,
    `/tanya-saham/list?open=${await first(tanyaSaham.path)}`,
    '/bot-conversation/list',
    '/device',
  ]) {
    await goTo(page, path)
    await openAll(page, path, seen)
    // Actions on selected rows.
    if (!choosing.includes(path)) continue
    const row = page.locator('li[data-ref] input[type=checkbox]').first()
    await row.check()
    await openAll(page, `${path} chosen`, seen)
    await row.uncheck()
  }

  await goTo(page, '/leads/list')
  const menu = page.locator('[data-bottom-bar] > :last-child')
  await menu.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await faded(page)
  await expectFitsPhones(page, 'menu')
  await page.getByRole('dialog').locator('button:has(svg.lucide-zap)').click()
  await expect(page.getByRole('dialog').locator('li').first()).toBeVisible()
  await faded(page)
  await expectNoSideways(page, 'quick panel')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoSideways(page, 'keys')
  await page.keyboard.press('Escape')

  await goTo(page, '/tag-manager/list')
  await page.locator('li[data-ref] button[aria-haspopup=menu]').first().click()
  await page.getByRole('menuitem').last().click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectNoSideways(page, 'before deleting')

  const stranger = await open('guest', largest('id'))
  for (const path of ['/login', '/forgot-password', '/restriction-page?path=/bank/list']) {
    await stranger.goto(path)
    await expect(stranger.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expectNoSideways(stranger, path)
    await expectNoZoom(stranger, path)
  }
})

test('rows of the lists that people read most are two lines on a small phone with the largest letters, without a network', async ({
  open,
}) => {
  const page = await open('admin', largest('id'))
  const rows = page.locator('li[data-ref]')
  const lists = ['/leads/list', '/member/list', '/chat-platform/list?status=all', '/transaction/list', '/post/list']
  await page.goto('/dashboard')
  await waitUntilSettled(page)
  // Without a worker a sheet's code comes with its first opening, so they are opened once before.
  for (const path of lists) {
    await goTo(page, path)
    await expect(rows.first()).toBeVisible()
    await openAll(page, path, new Set())
  }
  await page.context().setOffline(true)
  // A change that waits marks its row, too.
  await goTo(page, '/leads/list')
  await rows
    .first()
    .getByRole('button', { name: /^Status / })
    .click()
  await page.getByRole('menuitemcheckbox').last().click()
  await expect(page.locator('[data-top-bar] a[href="/outbox"]')).toBeVisible()
  const seen = new Set<string>()
  for (const path of lists) {
    await test.step(path, async () => {
      await goTo(page, path)
      await expect(rows.first()).toBeVisible()
      const long = async () => {
        const found: string[] = []
        for (const row of await rows.filter({ visible: true }).all())
          if ((await row.evaluate(linesIn)) > 2) found.push((await row.textContent()) ?? '')
        return found
      }
      await expect.poll(long, `rows of ${path}`).toEqual([])
      await expectNoSideways(page, path)
      await openAll(page, path, seen)
    })
  }
})

test('no line of a card is cut or covered in a narrow window, for a mouse as well', async ({ open }) => {
  const page = await open('root', { viewport: phone.viewport })
  await page.goto('/dashboard')
  await waitUntilSettled(page)
  await expectWholeLines(page, 'dashboard')
  for (const path of ['/leads/list', '/member/list', '/chat-platform/list?status=all', '/transaction/list', '/tanya-saham/list']) {
    await goTo(page, path)
    await expect(page.locator('[data-ref]').first()).toBeVisible()
    await expectWholeLines(page, path)
  }
})

/** Opens a window by its button and measures it, with its picture where it has one. */
async function measureWindow(page: Page, screen: string, button: Locator, picture?: string): Promise<void> {
  await button.click()
  const opened = page.getByRole('dialog')
  await expect(opened, screen).toBeVisible()
  if (picture) await expect(opened.getByRole('img', { name: picture })).toBeVisible()
  await expect(opened.locator('.animate-pulse, .animate-breathe, .animate-spin')).toHaveCount(0)
  await faded(page)
  await expectFitsPhones(page, screen)
  await page.keyboard.press('Escape')
  await expect(opened, screen).toHaveCount(0)
}

test('windows of pictures and of calls are no wider than a small phone with the largest letters', async ({ open, as, server }) => {
  const root = await as('root')
  const first = async (path: string) => (await root.list(path, { size: '1' })).data[0]?.ref
  const drawn = await pictureOf(1_600, 1_000)
  const picture = new File([drawn], 'Bukti-transfer-keanggotaan-tahunan-2026-03-01-Wulandari.png', { type: drawn.type })
  const lead = await first(leads.path)
  expect((await root.fetch(`${leads.path}/${lead}/attachments`, { method: 'POST', body: formOf({ file: picture }) })).status).toBe(201)
  const customer = await meetCustomer(server.url, await as('admin'), 'Wulan Berfoto')
  await customer.writes('Bukti transfer', picture)

  const page = await open('root', largest('id'))
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await page.goto(`/promotion-code/edit/${await first(promotionCode.path)}`)
  await waitUntilSettled(page)
  await measureWindow(page, 'bulk codes', button('Kode unik'))
  await goTo(page, `/member/edit/${await first(member.path)}`)
  await measureWindow(page, 'correction of an end', button('Koreksi masa aktif'))
  await goTo(page, '/member/list')
  await page.locator('li[data-ref] input[type=checkbox]').first().check()
  await measureWindow(page, 'transfer of members', button('Pindahkan'))
  await goTo(page, `/post/edit/${await first(post.path)}`)
  await measureWindow(page, 'gallery', page.getByRole('toolbar').getByRole('button', { name: 'Gambar', exact: true }))
  await goTo(page, `/leads/edit/${lead}`)
  await measureWindow(page, 'preview of an attachment', button(picture.name).first(), picture.name)
  await goTo(page, '/chat-platform/list?status=all')
  await page.getByRole('link', { name: customer.name }).click()
  await measureWindow(
    page,
    'lightbox',
    message(page, 'Bukti transfer').getByRole('button', { name: `Buka ${picture.name}` }),
    'Bukti transfer',
  )
})
