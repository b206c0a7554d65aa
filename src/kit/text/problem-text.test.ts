import { beforeAll, expect, it, vi } from 'vitest'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import type { Fields } from '#contract/kit/field/field.ts'
import { validate } from '#contract/kit/field/schema.ts'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { problemText } from './problem-text.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
})

const problemsOf = ({ fields }: { fields: Fields }, input: object) => {
  const verdict = validate(fields, [], input)
  return verdict.ok ? {} : verdict.problems
}
const none = { code: 'none', message: '' }

it.each([
  ['en', 'Enter a name', 'Enter a bank name', 'Choose a channel'],
  ['id', 'Isi nama', 'Isi nama bank', 'Pilih kanal'],
  ['tr', 'Ad girin', 'Banka adı girin', 'Kanal seçin'],
  ['ar', 'أدخل: الاسم', 'أدخل: اسم البنك', 'اختر: القناة'],
] as const)('problemText names a missing field in %s', async (locale, name, bankName, code) => {
  await setLocale(locale)
  await loadMessages(['forms', 'kit'])
  await loadSectionWords('bank')
  const [ofLead, ofBank] = [problemsOf(leads, {}), problemsOf(bank, {})]
  expect([ofLead.name, ofBank.bank_name, problemsOf(campaign, {}).channel].map((each) => problemText(each ?? none))).toEqual([
    name,
    bankName,
    code,
  ])
  // Non-breaking spaces keep the groups of the number in order in Arabic.
  expect(problemText(ofLead.phone ?? none).replaceAll('\u00a0', ' ')).toContain('0812 3456 7890')
  // The message of a field without a label does not name it.
  expect(problemText({ code: 'required', message: 'x', params: { field: 'nowhere', kind: 'text' } })).not.toContain('nowhere')
})

it('the server names a missing field as well, in English', () => {
  expect([problemsOf(bank, {}).bank_name, problemsOf(campaign, {}).channel]).toMatchObject([
    { code: 'required', message: 'Enter a bank name' },
    { code: 'required', message: 'Choose a channel' },
  ])
})
