import { expect, it } from 'vitest'
import { configStore } from '#console/data/api/config.ts'
import { choice, reference, text } from '#contract/kit/field/field.ts'
import { section } from '#contract/kit/section/section.ts'
import { forYou } from '#contract/sections/content/for-you.ts'
import { member } from '#contract/sections/member/member.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { availableField } from './available-field.ts'
import { check } from './resolver.ts'
import { startValues } from './values.ts'

const ofMissing = {
  kind: choice(['none', 'url', 'event'], { sections: { event: 'nowhere' } }),
  event_id: { ...reference({ to: 'event' }), to: 'nowhere' },
}
const kinds = (current?: unknown) => availableField(ofMissing, 'kind', current)?.values

it('a form offers neither a reference to a missing section nor the choices that require it', () => {
  expect(kinds()).toEqual(['none', 'url'])
  expect(availableField(ofMissing, 'event_id', null)).toBeNull()
  expect(availableField(forYou.fields, 'reference_type', null)?.values).toContain('event')
  expect(availableField(forYou.fields, 'event_id', null)).toBe(forYou.fields.event_id)
})

it("a form keeps the record's own value", () => {
  expect(kinds('event')).toEqual(['none', 'url', 'event'])
  expect(availableField(ofMissing, 'event_id', 7)).toBe(ofMissing.event_id)
})

it("a form offers the values of the console's mode", () => {
  const types = (current?: string) => availableField(membership.fields, 'type', current)?.values
  expect([types(), types('Active')]).toEqual([
    ['Regular', 'VIP', 'Cuti'],
    ['Regular', 'VIP', 'Cuti', 'Active'],
  ])
  const full = configStore.get()
  configStore.set({ ...full, backOffice: true })
  expect(types()).toEqual(['Regular', 'VIP', 'Active'])
  expect(availableField(member.fields, 'company_code', '')?.values).toEqual(['ETF'])
  expect(startValues(member.fields, null).company_code).toBe('ETF')
  configStore.set(full)
  expect(startValues(member.fields, null).company_code).toBe('EMT')
})

it('a form requires nothing that is not offered', () => {
  const fields = { name: text({ required: true }), kind: choice(['a'], { required: true, sections: { a: 'nowhere' } }) }
  const made = section('made', {
    path: '/made',
    permission: 'content',
    title: 'name',
    fields,
    list: { columns: [], search: [], filters: [], sort: 'id asc' },
  })
  expect(check(made, { name: 'Sari', kind: '' }).ok).toBe(true)
  expect(check(made, { name: '', kind: '' })).toMatchObject({ problems: { name: {} } })
})
