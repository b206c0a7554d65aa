import { expect, it, vi } from 'vitest'
import { configStore } from '#console/data/api/config.ts'
import { choice, reference, text } from '#contract/kit/field/field.ts'
import { section } from '#contract/kit/section/section.ts'
import { forYou } from '#contract/sections/content/for-you.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { availableField } from './available-field.ts'
import { check } from './resolver.ts'

const values = (name: string, current?: unknown) => availableField(forYou.fields, name, current)?.values

it('a form offers neither a reference to a missing section nor the choices that require it', () => {
  expect(values('reference_type')).toEqual(['none', 'url', 'content'])
  expect(values('content_type')).toEqual(['article', 'quote', 'video', 'image'])
  expect(['event_id', 'onlineclass_id'].map((name) => availableField(forYou.fields, name, null))).toEqual([null, null])
})

it("a form keeps the record's own value", () => {
  expect(values('reference_type', 'event')).toEqual(['none', 'url', 'content', 'event'])
  expect(availableField(forYou.fields, 'event_id', 7)).toBe(forYou.fields.event_id)
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
  configStore.set(full)
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

it('a form offers them once their section exists', async () => {
  vi.resetModules()
  vi.doMock('#contract/sections/index.ts', () => ({ isSectionName: (name: string) => name === 'event' }))
  const again = await import('./available-field.ts')
  expect(again.availableField(forYou.fields, 'reference_type', null)?.values).toEqual(['none', 'url', 'event'])
  expect(again.availableField(forYou.fields, 'content_type', null)?.values).toContain('event')
  const to = { event: reference({ to: 'event', required: true }) }
  expect(again.availableField(to, 'event', null)).toBe(to.event)
  vi.doUnmock('#contract/sections/index.ts')
  vi.resetModules()
})
