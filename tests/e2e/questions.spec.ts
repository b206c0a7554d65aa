import type { Page } from '@playwright/test'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { expect, phone, test } from './fixtures.ts'
import { waitUntilSettled } from './screens.ts'

/** A member in the simulator: asks, and reads the app. */
async function playMember(page: Page, url: string) {
  await page.goto(`${url}/simulator/member`)
  const chosen = page.getByRole('combobox', { name: 'Member' }).or(page.getByRole('listbox', { name: 'Member' }))
  await expect(chosen.locator('option').first()).toBeAttached()
  await page.getByRole('button', { name: 'Questions' }).click()
  const name = (await page.locator('#name').textContent()) ?? ''
  return {
    name,
    said: (by: string) => page.locator(`[role=article][data-by=${by}]`),
    async asks(question: string, stock: string) {
      await page.getByRole('textbox', { name: 'Stock' }).fill(stock)
      await page.getByRole('textbox', { name: 'Question' }).fill(question)
      await page.getByRole('button', { name: 'Ask' }).click()
      await expect(page.locator('[role=article][data-by=member]').filter({ hasText: question })).toBeVisible()
    },
  }
}

test('a question is answered by the algorithm with its source, handed over, and answered once by somebody on a phone without a network', async ({
  browser,
  server,
  device,
  network,
  as,
}) => {
  const app = await (await browser.newContext()).newPage()
  const member = await playMember(app, server.url)
  await member.asks('Apa itu dividen dan kapan dibayar?', 'AMOR')
  const coach = member.said('algo').last()
  await expect(coach).toContainText('Bukan ajakan membeli atau menjual')
  await expect(coach.getByRole('list', { name: 'Sources' }).getByRole('listitem').first()).toBeVisible()

  const support = await as('support')
  const context = await device(support, phone)
  const page = await context.newPage()
  await page.goto('/tanya-saham/list')
  await waitUntilSettled(page)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

  await member.asks('Saya mau bicara dengan admin saja', 'AMOR')
  await expect(member.said('algo').last()).toContainText('kami teruskan ke tim kami')
  // It appears in the open list.
  const row = page.locator('[data-questions] li').filter({ hasText: member.name }).filter({ hasText: 'AMOR' })
  await row.getByRole('link').tap()
  const chat = page.getByRole('region', { name: `Conversation with ${member.name}` })
  await expect(chat.getByRole('article').filter({ hasText: 'Saya mau bicara dengan admin saja' })).toBeVisible()
  await expect(
    chat
      .getByText('Sources')
      .or(chat.getByRole('list', { name: 'Sources' }))
      .first(),
  ).toBeVisible()

  await network.set({ as: 'drop' })
  await expect(chat.getByText('No connection. What you write is kept and sent later.')).toBeVisible()
  await chat.getByRole('button', { name: 'Take over' }).first().tap()
  const answer = 'Dividen AMOR dibayar setelah tanggal cum, saya bantu cek jadwalnya ya Kak.'
  await chat.getByRole('textbox', { name: 'Write a message' }).fill(answer)
  await chat.getByRole('button', { name: 'Send', exact: true }).tap()
  const said = chat.getByRole('article').filter({ hasText: answer })
  await expect(said.getByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  await expect(member.said('person')).toHaveCount(0)

  await network.set({ as: 'pass' })
  await expect(said.getByRole('img', { name: 'Delivered' })).toBeVisible()
  await expect(member.said('person')).toHaveCount(1)
  await expect(member.said('person')).toContainText(answer)
  const [stored] = (await support.list(tanyaSaham.path, { query: `search:${member.name},kode_saham:AMOR`, size: '5' })).data
  expect(stored).toMatchObject({ status: 'answered', handler: 'person', assigned_to: support.session.user.id })
  const detail = await (await support.fetch(`${tanyaSaham.path}/chat-detail/${stored?.ref}`)).json()
  expect(detail.messages.filter(({ content }: { content: string }) => content === answer)).toHaveLength(1)
  await app.context().close()
})
