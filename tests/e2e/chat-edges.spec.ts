import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { inboxPath } from './chat-scene.ts'
import { expect, test } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

test('a list and a chat that the server does not answer are empty, and say so', { tag: '@long' }, async ({ open }) => {
  const page = await open('admin')
  let asked = 0
  const fails = { status: 500, json: { code: 'error', message: 'No' } }
  await page.route(/chat-platform\?.*size=20/, (route) => {
    asked += 1
    return route.fulfill(fails)
  })
  const gone = '01990000-0000-7000-8000-00000000dead'
  await page.route(`**${chatPlatform.path}/${gone}`, (route) => route.fulfill(fails))
  await page.goto(`${inboxPath}&room=${gone}`)
  await expect(page.locator('[data-rooms=error]')).toBeVisible()
  expect(asked).toBe(6)
  await expect(page.locator('[data-rooms] [data-ref]')).toHaveCount(0)
  await expect(page.getByText('This chat is not here')).toBeVisible()
})

test('the number of the member stands in the chat, and the ways to add one and to sell; nobody is switched on without access', {
  tag: '@long',
}, async ({ open }) => {
  const page = await open('admin')
  await page.route(/chat-platform\?/, async (route) => {
    const answered = await route.fetch()
    await route.fulfill({ response: answered, body: (await answered.text()).replaceAll('"customer_id":null', '"customer_id":501') })
  })
  await page.route('**/admin/in/v1/me', async (route) => {
    const answered = await route.fetch()
    await route.fulfill({ response: answered, body: (await answered.text()).replaceAll('"update assign-sales"', '"get assign-sales"') })
  })
  await page.goto(inboxPath)
  await waitUntilSettled(page)
  await page.locator('[data-rooms] [data-ref]').first().getByRole('link').click()
  const panel = page.getByRole('complementary', { name: 'About the customer' })
  await expect(panel).toContainText('Member number 501')

  await page.locator('[data-online]').click()
  await page.getByRole('button', { name: 'Account Executive List' }).click()
  let sent = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent += 1
  })
  await page.getByRole('dialog').getByRole('switch').first().click()
  await expect(page.getByText("You don't have access")).toBeVisible()
  expect(sent).toBe(0)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Assigned to').selectOption('Unassigned')
  await expect(page).toHaveURL(/assignee_sales=0(&|$)/)
  // A non-member can be added as one; before that nothing can be sold.
  const fresh = await open('admin')
  await fresh.goto(inboxPath)
  await waitUntilSettled(fresh)
  await fresh.locator('[data-rooms] [data-ref]').first().getByRole('link').click()
  const card = fresh.getByRole('complementary', { name: 'About the customer' })
  await card.getByRole('button', { name: 'Add transaction', exact: true }).click()
  await expect(fresh.getByText('Member id not found')).toBeVisible()
  await card.getByRole('button', { name: 'Add member', exact: true }).click()
  await expect(fresh).toHaveURL(/\/member\/add\?fr=chat-platform&phone=628/)
  await expect(fresh.locator('[data-field=phone] input')).toHaveValue(/^628/)
})
