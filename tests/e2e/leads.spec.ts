import type { Locator } from '@playwright/test'
import { addDays, wibDay } from '#contract/lib/wib.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { expect, phone, test } from './fixtures.ts'
import { saveButton, saveToList, textbox } from './forms.ts'
import { waitForFirstSync, waitUntilSettled } from './screens.ts'

/** Touch target in whole pixels: sliding elements measure 43.99997. */
const heightOf = async (target: Locator) => Math.round((await target.boundingBox())?.height ?? 0)

test('a lead changes its status on the board, by buttons', async ({ open, as }) => {
  const admin = await as('admin')
  const page = await open('admin')
  await page.goto('/leads/list?view=board')
  await waitUntilSettled(page)
  const lane = (laneName: string) => page.getByRole('region', { name: laneName, exact: true })
  const lead = lane('New').locator('li[data-ref]').first()
  const name = (await lead.getByRole('link').first().textContent()) ?? ''
  const ref = await lead.getAttribute('data-ref')
  const total = Number(await lane('New').locator('[data-lane-total]').getAttribute('data-lane-total'))
  await lead.getByRole('button', { name: `Move ${name} to …` }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Prospect', exact: true }).click()
  await expect(lane('Prospect').locator(`li[data-ref="${ref}"]`)).toBeVisible()
  await expect(lane('New').locator('[data-lane-total]')).toHaveAttribute('data-lane-total', String(total - 1))
  await expect.poll(async () => (await (await admin.fetch(`${leads.path}/${ref}`)).json()).data.status).toBe('prospect')
})

test('no lead moves under a finger while the first sync comes and goes', async ({ open }) => {
  const page = await open('admin')
  await page.addInitScript(() => {
    const moved: string[] = []
    Reflect.set(window, 'moved', moved)
    const isMove = (
      shift: PerformanceEntry,
    ): shift is PerformanceEntry & { sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[] } => 'sources' in shift
    new PerformanceObserver((list) => {
      for (const { node, previousRect, currentRect } of list
        .getEntries()
        .filter(isMove)
        .flatMap(({ sources }) => sources))
        if (node instanceof Element && node.querySelector('[data-ref]') && previousRect.y !== currentRect.y)
          moved.push(`${node.nodeName} ${previousRect.y} to ${currentRect.y}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/leads/list?view=board')
  await waitUntilSettled(page)
  await waitForFirstSync(page)
  expect(await page.evaluate(() => Reflect.get(window, 'moved'))).toEqual([])
})

test('a salesperson on a phone sees cards, their own and the unassigned', async ({ open, as }) => {
  const sales = await as('sales')
  const mine = await sales.list(leads.path)
  const page = await open('sales', phone)
  await page.goto('/leads/list')
  await waitUntilSettled(page)
  await expect(page.locator('[data-total]')).toHaveAttribute('data-total', String(mine.total_record))
  const card = page.locator('li[data-ref]').first()
  // The whole card opens its lead; the contact links are targets of their own.
  expect(await heightOf(card)).toBeGreaterThanOrEqual(44)
  for (const link of await card.getByRole('link', { name: /^(Call|Write)/ }).all()) expect(await heightOf(link)).toBeGreaterThanOrEqual(44)
})

test('a phone begins the leads in its upper quarter and has seven in sight, online and offline', async ({ open }) => {
  const page = await open('sales', phone)
  await page.goto('/leads/list')
  await waitUntilSettled(page)
  await waitForFirstSync(page)
  const { height } = phone.viewport
  const cards = page.locator('li[data-ref]')
  const top = async () => (await cards.first().boundingBox())?.y ?? height
  const inSight = async () => {
    const bar = (await page.locator('[data-bottom-bar]').boundingBox())?.y ?? height
    return cards.evaluateAll((all, end) => all.filter((card) => card.getBoundingClientRect().bottom <= end).length, bar)
  }
  expect(await top()).toBeLessThanOrEqual(height / 4)
  expect(await inSight()).toBeGreaterThanOrEqual(7)
  await page.context().setOffline(true)
  await expect(page.getByText('No Internet Connection')).toBeVisible()
  expect(await top()).toBeLessThanOrEqual(height / 4)
  expect(await inSight()).toBeGreaterThanOrEqual(7)
})

test('a phone loads leads while one scrolls, and filters them in one sheet that tells how many are left', async ({ open, as }) => {
  const admin = await as('admin')
  const total = (await admin.list(leads.path, { query: 'status:prospect', size: '1' })).total_record
  const page = await open('admin', phone)
  await page.goto('/leads/list')
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Filters', exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: /^Prospect(?! retention)/ }).tap()
  await sheet.getByRole('button', { name: new RegExp(`^Show ${total} record`) }).tap()
  await expect(sheet).toHaveCount(0)
  const chip = page.getByRole('button', { name: 'Prospect Clear', exact: true })
  await expect(chip).toBeVisible()
  await expect(page.locator('[data-total]')).toHaveAttribute('data-total', String(total))
  await chip.tap()
  await expect(chip).toHaveCount(0)
  await expect(page).not.toHaveURL(/query=/)

  const cards = page.locator('li[data-ref]')
  const before = await cards.count()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => cards.count()).toBeGreaterThan(before)
})

test('a phone tells overdue follow-ups from those of today, with their time, the oldest first', async ({ open, as }) => {
  const sales = await as('sales')
  const today = wibDay(new Date())
  const due = (range: string) =>
    sales.list(leads.path, { query: `sales:${sales.session.user.id},next_follow_up:${range}`, sort: 'next_follow_up asc', size: '6' })
  const page = await open('sales', phone)
  await page.goto('/dashboard')
  await waitUntilSettled(page)
  for (const [kind, range, words] of [
    ['overdue', `..${addDays(today, -1)}`, 'Overdue'],
    ['today', `${today}..${today}`, 'Due today'],
  ] as const) {
    const expected = await due(range)
    const group = page.locator(`[data-due-group=${kind}]`)
    if (!expected.total_record) {
      await expect(group).toHaveCount(0)
      continue
    }
    await expect(group.getByRole('heading')).toHaveText(`${words}: ${expected.total_record}`)
    const times = group.getByRole('time')
    expect(await times.evaluateAll((all) => all.map((time) => time.getAttribute('datetime')))).toEqual(
      expected.data.map((row) => row.next_follow_up),
    )
    for (const time of await times.all()) await expect(time).toBeVisible()
  }
  // The quick panel has the same count and a link.
  await page.locator('[data-bottom-bar]').getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('button', { name: 'Quick panel' }).tap()
  const panel = page.getByRole('dialog', { name: 'Quick panel' })
  const overdue = (await due(`..${addDays(today, -1)}`)).total_record
  await expect(panel.getByRole('link', { name: `Overdue follow-ups ${overdue}`, exact: true })).toBeVisible()
  await expectAccessible(page, 'quick panel')
  await panel.getByRole('link', { name: /^Overdue follow-ups/ }).tap()
  await expect(panel).toHaveCount(0)
  await waitUntilSettled(page)
  await expect(page.locator('[data-total]')).toHaveAttribute('data-total', String(overdue))
})

test('leads are filtered by tags of the tag manager, found by their name, and every chosen one is shown', async ({ open, as }) => {
  const admin = await as('admin')
  const [first, second] = (await admin.list('/crm/in/v1/tag-manager', { size: '2', sort: 'name desc' })).data.map((row) => String(row.name))
  const page = await open('admin')
  await page.goto('/leads/list')
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  const tags = page.getByRole('group', { name: 'Tags' })
  await expect(tags.getByRole('button').first()).toBeVisible()
  for (const tag of [first ?? '', second ?? '']) {
    const box = tags.getByRole('searchbox')
    if (await box.isVisible()) await box.fill(tag)
    await tags.getByRole('button', { name: tag, exact: true }).click()
  }
  await expect.poll(() => new URL(page.url()).searchParams.get('query')).toBe(`tags:${first},tags:${second}`)
  if (await tags.getByRole('searchbox').isVisible()) await tags.getByRole('searchbox').fill('nothing like it')
  for (const tag of [first ?? '', second ?? ''])
    await expect(tags.getByRole('button', { name: tag, exact: true })).toHaveAttribute('aria-pressed', 'true')
})

test("a lead's phone is recognised while it is typed, but not in that lead itself", async ({ open, as }) => {
  const [lead] = (await (await as('admin')).list(leads.path, { size: '1' })).data
  const digits = String(lead?.phone).slice(2)
  const page = await open('admin')
  await page.goto(`/leads/edit/${lead?.ref}`)
  await waitUntilSettled(page)
  const box = page.getByRole('textbox', { name: 'Phone', exact: true })
  await expect(box).toHaveValue(String(lead?.phone))
  await page.goto('/leads/add')
  await waitUntilSettled(page)
  await box.pressSequentially(`(+62) ${digits.slice(0, 3)}-${digits.slice(3)}`)
  await expect(page.locator(`[data-known-lead="${lead?.ref}"]`)).toContainText(`belongs to ${lead?.name}`)
  await page.getByRole('link', { name: 'Open existing' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: String(lead?.name) })).toBeVisible()
  await expect(page.locator('[data-known-lead]')).toHaveCount(0)
})

test('on a phone the whole card opens its lead, and the way back ends where it began', async ({ open }) => {
  const page = await open('admin', phone)
  await page.goto('/leads/list?query=status:new&size=25')
  await waitUntilSettled(page)
  await waitForFirstSync(page)
  const card = page.locator('li[data-ref]').nth(14)
  await card.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(500)
  const box = await card.boundingBox()
  // Beside the assignee, on empty space.
  await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) * 0.62, (box?.y ?? 0) + (box?.height ?? 0) - 6)
  await expect(page).toHaveURL(/\/leads\/edit\//)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(card).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)

  await card.getByRole('link').first().tap()
  const city = textbox(page, 'City')
  await city.fill(`Kota ${Date.now() % 1_000}`)
  await saveToList(page, (on) => saveButton(on).tap({ timeout: 1_000 }))
  await expect(card).toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  await card.getByRole('button', { name: /^Actions for/ }).tap()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/leads/list?query=status:closing retention')
  await waitUntilSettled(page)
  await expect(page.getByRole('button', { name: /^Closing retention/ }).first()).toBeInViewport({ ratio: 1 })
})

// 2 clicks: the calendar's button and the day.
test('a follow-up is set by a word, in the calendar by keys, or by typing', async ({ open }) => {
  const page = await open('admin')
  await page.goto('/leads/add')
  await waitUntilSettled(page)
  const place = page.locator('[data-field="next_follow_up"]')
  const [box, opener] = [place.getByRole('textbox'), place.getByRole('button', { name: 'Calendar' })]
  await opener.click()
  await page.getByRole('button', { name: 'Tomorrow 09:00' }).click()
  await expect(box).toHaveValue(/^\d{1,2} \w+ \d{4}, 09:00$/)

  const year = Number(wibDay(new Date()).slice(0, 4)) + 1
  await box.fill(`${year}-12-30T08:05`)
  await box.blur()
  await expect(box).toHaveValue(`30 Dec ${year}, 08:05`)
  await opener.click()
  const day = (name: string) => page.getByRole('group', { name: /^(December|January)/ }).getByRole('button', { name, exact: true })
  await expect(day(`30 Dec ${year}`)).toHaveAttribute('aria-pressed', 'true')
  await day(`30 Dec ${year}`).focus()
  await page.keyboard.press('ArrowRight')
  await expect(day(`31 Dec ${year}`)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(day(`1 Jan ${year + 1}`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue(`1 Jan ${year + 1}, 08:05`)
  await page.getByRole('button', { name: 'Done' }).click()

  await box.fill('besok 9')
  await box.blur()
  await expect(box).toHaveValue(new RegExp(`^${Number(addDays(wibDay(new Date()), 1).slice(8))} \\w+ \\d{4}, 09:00$`))
  await expect(box).not.toHaveAttribute('aria-invalid')

  await box.fill('kapan-kapan 3')
  await box.blur()
  await expect(box).toHaveValue('kapan-kapan 3')
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await expect(place).toContainText('Enter a date and time')
  await expect(place).not.toContainText('Overdue')
})

test('a follow-up is typed letter by letter, and chosen by keys alone', async ({ open }) => {
  const begin = async () => {
    const page = await open('admin')
    await page.goto('/leads/add')
    await waitUntilSettled(page)
    const place = page.locator('[data-field="next_follow_up"]')
    return { page, box: place.getByRole('textbox'), opener: place.getByRole('button', { name: 'Calendar' }) }
  }
  const typing = await begin()
  await typing.box.pressSequentially('30/12/2026 8:05')
  await expect(typing.box).toHaveValue('30/12/2026 8:05')
  await expect(typing.box).toBeFocused()

  const { page, box, opener } = await begin()
  await opener.press('Enter')
  const days = page.getByRole('group', { name: /\d{4}$/ })
  await expect(days.locator('[aria-current=date]')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue(/, 09:00$/)
  await expect(days.locator('[aria-pressed=true]')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('a bulk action on leads shows its result', async ({ open }) => {
  const page = await open('admin')
  await page.goto('/leads/list?query=status:hanging')
  await waitUntilSettled(page)
  await waitForFirstSync(page)
  const boxes = page.locator('tr[data-ref]').getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByRole('toolbar', { name: 'Actions for the selected' }).getByRole('button', { name: 'Set status' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Prospect', exact: true }).click()
  await expect(page.getByText('2 leads moved to Prospect')).toBeVisible()
})

test('keys move the focus through the list, and Enter opens the row that has it', async ({ open }) => {
  const page = await open('admin')
  await page.goto('/leads/list?sort=name+asc')
  await waitUntilSettled(page)
  const refs = await page.locator('tr[data-ref]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-ref') ?? ''))
  const focused = () => page.evaluate(() => document.activeElement?.closest('[data-ref]')?.getAttribute('data-ref'))
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const words of ['Add a record', 'Open the row', 'Save', 'Remove the last tag', 'Discard the recording'])
    await expect(sheet.getByText(words, { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  for (const key of ['j', 'ArrowDown', 'ArrowDown', 'k']) await page.keyboard.press(key)
  expect(await focused()).toBe(refs[1])
  await expect(page.locator('tr[data-active]')).toHaveAttribute('data-ref', refs[1] ?? '')
  await page.locator(`tr[data-ref="${refs[4]}"] input[type=checkbox]`).focus()
  await expect(page.locator('tr[data-active]')).toHaveAttribute('data-ref', refs[4] ?? '')
  await page.keyboard.press('j')
  expect(await focused()).toBe(refs[5])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/leads/edit/${refs[5]}`))
})

test('a phone sorts any list, and keeps it in the address as a laptop does', async ({ open }) => {
  const page = await open('admin', phone)
  for (const [path, field, label] of [
    ['/leads/list', 'name', 'Name'],
    ['/bank/list', 'bank_name', 'Bank name'],
  ] as const) {
    await page.goto(path)
    await waitUntilSettled(page)
    const button = page.getByRole('button', { name: 'Filters', exact: true })
    expect(await heightOf(button)).toBeGreaterThanOrEqual(44)
    await button.tap()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    const choice = sheet.getByRole('radio', { name: label, exact: true })
    expect(await heightOf(choice.locator('xpath=..'))).toBeGreaterThanOrEqual(44)
    await choice.check()
    await sheet.getByRole('radio', { name: 'Descending' }).check()
    await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe(`${field} desc`)
  }
  await page.goto('/leads/list?sort=name+desc')
  await waitUntilSettled(page)
  const order = async () => page.locator('li[data-ref]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-ref')))
  const sorted = await order()
  await page.goto('/leads/list')
  await waitUntilSettled(page)
  await page.getByRole('button', { name: 'Filters', exact: true }).tap()
  await page.getByRole('dialog', { name: 'Filters' }).getByRole('radio', { name: 'Name', exact: true }).check()
  await page.getByRole('dialog', { name: 'Filters' }).getByRole('radio', { name: 'Descending' }).check()
  await expect.poll(order).toEqual(sorted)
})

test('the next record follows the filtered list', async ({ open }) => {
  const page = await open('admin')
  await page.goto('/leads/list?query=status:closing&sort=name+asc')
  await waitUntilSettled(page)
  const names = await page.locator('tr[data-ref]').getByRole('link').allTextContents()
  await page
    .getByRole('link', { name: names[0] ?? '', exact: true })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: names[0] ?? '' })).toBeVisible()
  await page.getByRole('link', { name: 'Next record' }).click()
  await expect(page.getByRole('heading', { level: 1, name: names[1] ?? '' })).toBeVisible()
})
