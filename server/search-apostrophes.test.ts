import { afterAll, beforeAll, expect, it } from 'vitest'
import { foundMessages } from '#contract/chat/messages.ts'
import { member } from '#contract/sections/member/member.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { fromCustomer, makeNumber } from '#tests/support/chat.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { createApp } from './app.ts'
import { receive } from './inbox/inbound/receive.ts'

const signs = ["'", '’', '‘', 'ʼ', '`', '´']
/** The letters before and after the apostrophe. */
const names = [
  ['Ma', 'ruf Amin'],
  ['Nu', 'man'],
  ['O', 'Brien'],
] as const

let test: TestPlatform
let ask: TestRequest
beforeAll(async () => {
  test = await testPlatform({ DEMO: 'false' })
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, [], 'Root', true))
  const number = await makeNumber(test.platform)
  for (const [n, [before, after]] of names.entries())
    for (const [m, sign] of signs.entries()) {
      const name = `${before}${sign}${after}`
      const phone = `62812${String(1_000_000 + n * 10 + m)}`
      expect((await ask('POST', leads.path, { name, phone, status: 'new' })).status).toBe(201)
      expect((await ask('POST', member.path, { name, phone })).status).toBe(201)
      const values = { bank_name: 'Bank', account_number: phone, account_holder: name, bank_branch: 'Sudirman' }
      expect((await ask('POST', bank.path, values)).status).toBe(201)
      await receive(test.platform, [fromCustomer(number, phone, { customer_name: name, content: `Saya ${name}` })])
    }
})
afterAll(() => test.close())

it.each([leads, member, bank, chatPlatform].map((section) => [section.name, section] as const))(
  'a name of %s is found with any apostrophe and with none',
  async (_, section) => {
    for (const [before, after] of names)
      for (const typed of [...signs, ''].map((sign) => `${before}${sign}${after}`.toLowerCase())) {
        const { body } = await ask('GET', `${section.path}?${new URLSearchParams({ query: `search:${typed}` })}`)
        expect(body.total_record, typed).toBe(signs.length)
      }
  },
)

it('what was said is found with any apostrophe', async () => {
  const { body } = await ask('GET', `${foundMessages.path}?${new URLSearchParams({ search: 'ma’ruf' })}`)
  expect(body.found).toHaveLength(signs.length)
})
