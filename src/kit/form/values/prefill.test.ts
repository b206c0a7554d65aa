import { describe, expect, it } from 'vitest'
import {
  choice,
  date,
  flag,
  image,
  money,
  number,
  object,
  phone,
  reference,
  references,
  richText,
  secret,
  tags,
  text,
} from '#contract/kit/field/field.ts'
import { section } from '#contract/kit/section/section.ts'
import { category } from '#contract/sections/content/category.ts'
import { newsletter } from '#contract/sections/promotion/newsletter.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { allSections } from '#tests/support/sections.ts'
import { json, openBrowser } from '#tests/support/test-browser.ts'
import { getFilteredValues } from '../../list/query/filtered-values.ts'
import { existing } from '../screen/use-prefill.ts'
import { backOf, formPath, givenOf, openedOf, parentOf, readPrefill } from './prefill.ts'

const leave = section('leave', {
  path: '/test/in/v1/leave',
  permission: 'member',
  title: 'note',
  fields: {
    campaign_id: reference({ required: true, to: 'campaign' }),
    campaigns: references({ to: 'campaign' }),
    // @ts-expect-error: no section has this name
    gone_id: reference({ to: 'nothing-like-it' }),
    kind: choice(['buy', 'sell']),
    level: choice([1, 2]),
    note: text({ max: 5 }),
    count: number({ integer: true, max: 10 }),
    price: money(),
    shown: flag(),
    from: date(),
    phone: phone(),
    labels: tags({ max: 3 }),
    own: text({ permission: 'update bank' }),
    buyer: object({ name: text({ max: 5 }), phone: phone(), code: secret() }),
    seen: number({ readOnly: true }),
    password: secret(),
    picture: image(),
    body: richText(),
  },
  routes: { add: 'add/{campaign_id}', edit: 'edit/{campaign_id}/{id}/{kind}' },
  search: { action: { sets: 'kind' }, fr: { back: ['chat-platform'] } },
  list: { columns: ['note'], search: [], filters: ['kind', 'campaign_id'], sort: 'id desc' },
})
const access = { roles: ['sales'], permissions: ['create member'] }
const read = (search: Record<string, string>) => readPrefill(leave, givenOf(leave, search, true), access)

describe("a value of a form's URL", () => {
  it('has the kind of its field', () => {
    const given = {
      ...{ campaign_id: '12', campaigns: '3,4', kind: 'sell', level: '2', note: 'hello', count: '7', price: '150000', shown: 'true' },
      ...{ from: '2026-03-01', labels: 'a, b' },
    }
    expect(read(given)).toEqual({
      ...{ campaign_id: 12, campaigns: [3, 4], kind: 'sell', level: 2, note: 'hello', count: 7, price: 150_000, shown: true },
      ...{ from: '2026-03-01', labels: ['a', 'b'] },
    })
  })

  it('is ignored where it does not parse, breaks a rule, or is empty', () => {
    const wrong = {
      kind: 'hold',
      level: '3',
      note: 'too long',
      count: '11',
      price: 'much',
      shown: 'perhaps',
      from: '1 March',
      campaign_id: 'x',
    }
    expect(read(wrong)).toEqual({})
    expect(read({ ...wrong, kind: 'buy' })).toEqual({ kind: 'buy' })
    expect(read({ note: '', labels: ',' })).toEqual({})
  })

  it('may be part of an object, whose other fields start empty', () => {
    expect(read({ 'buyer.name': 'Ana', 'buyer.phone': '0812-3456-7890' })).toEqual({
      buyer: { name: 'Ana', phone: '6281234567890', code: '' },
    })
    expect(read({ 'buyer.name': 'too long', 'buyer.code': 'x', 'buyer.other': 'x', 'buyer.name.first': 'x', 'note.x': 'x' })).toEqual({})
  })

  it('is ignored for a field without permission, a secret, a file or markup', () => {
    expect(read({ seen: '1', own: 'x', password: 'p', picture: 'https://x.id/a.png', body: '<p>x</p>', gone_id: '1' })).toEqual({})
    expect(readPrefill(leave, { own: 'x' }, { ...access, permissions: ['update bank'] })).toEqual({ own: 'x' })
  })

  it('is ignored for a field that the section lacks', () => {
    expect(read({ constructor: 'x', __proto__x: 'y', page: '2', query: 'kind:buy', utm_source: 'mail' })).toEqual({})
  })

  it('may use a parameter of the section, for a valid value of its field', () => {
    expect(read({ action: 'buy' })).toEqual({ kind: 'buy' })
    expect(read({ action: 'burn' })).toEqual({})
  })

  it('is ignored beside a copy', () => {
    expect(givenOf(leave, { copy: 'r', kind: 'buy' }, true)).toEqual({})
  })

  it('is for an existing record only the choice of its route', () => {
    expect(givenOf(leave, { campaign_id: '5', kind: 'sell', note: 'x', action: 'buy' }, false)).toEqual({ kind: 'sell' })
  })

  it("makes a separate draft for each URL, whatever the list's state", () => {
    expect(formPath(leave, null, {})).toBe('/leave/add')
    expect(formPath(leave, null, { page: '3', kind: 'buy' })).toBe('/leave/add?kind=buy')
    expect(formPath(leave, null, { action: 'buy' })).toBe('/leave/add?kind=buy')
    expect(formPath(leave, null, { copy: 'abc' })).toBe('/leave/add?copy=abc')
    expect(formPath(leave, 'abc', { page: '3', campaign_id: '5' })).toBe('/leave/edit/abc')
  })

  it('may name the section to return to, among the allowed ones', () => {
    expect(backOf(leave, { fr: 'chat-platform' })).toBe('chat-platform')
    expect(backOf(leave, { fr: 'elsewhere' })).toBeNull()
    expect(backOf(leads, { fr: 'chat-platform' })).toBeNull()
  })
})

describe('a list filtered by one value', () => {
  const filters = (field: string, ...values: string[]) => ({ filters: [{ field, values }] })

  it('prefills its new records with it', () => {
    expect(getFilteredValues(category, filters('model', 'faq'))).toEqual({ model: 'faq' })
    expect(getFilteredValues(leads, filters('campaign_id', '12'))).toEqual({ campaign_id: '12' })
  })

  it('does not prefill several values, a field with a default, or a text', () => {
    expect(getFilteredValues(category, filters('model', 'faq', 'education'))).toEqual({})
    expect(getFilteredValues(leads, filters('status', 'reject'))).toEqual({})
    expect(getFilteredValues(leads, filters('sales', '3'))).toEqual({})
    expect(getFilteredValues(leads, filters('city', 'Bandung'))).toEqual({})
    expect(getFilteredValues(leads, filters('constructor', 'x'))).toEqual({})
  })
})

describe('references in a URL', () => {
  const browser = openBrowser()
  const page = (data: object[]) => json({ data, current_page: 1, page_size: 10, next_page: 0, total_page: 1, total_record: data.length })
  const campaigns = [{ id: 12, ref: '0190e6b0-0000-7000-8000-000000000012', version: 1, name: 'Ramadan' }]
  const answer = () =>
    browser.answer((url) => {
      const query = new URL(url, 'http://x').searchParams.get('query') ?? ''
      return page(/id:12\b|ref:0190e6b0/.test(query) ? campaigns : [])
    })

  it('are kept by id where the record exists, and dropped where it does not', async () => {
    answer()
    expect(await existing(leave, { campaign_id: 12, note: 'x' })).toEqual({ campaign_id: 12, note: 'x' })
    expect(await existing(leave, { campaign_id: 99, note: 'x' })).toEqual({ note: 'x' })
    expect(await existing(leave, { campaign_id: campaigns[0]?.ref ?? '' })).toEqual({ campaign_id: 12 })
    expect(await existing(leave, { campaigns: [12, 98] })).toEqual({ campaigns: [12] })
  })

  it('are found on the device offline, and dropped where it lacks them', async () => {
    answer()
    await existing(leave, { campaign_id: 12 })
    browser.answer(() => {
      throw new TypeError('Failed to fetch')
    })
    expect(await existing(leave, { campaign_id: 12 })).toEqual({ campaign_id: 12 })
    expect(await existing(leave, { campaign_id: 77 })).toEqual({})
  })

  it('may be unassigned where the field allows it', async () => {
    browser.answer(() => {
      throw new TypeError('Failed to fetch')
    })
    expect(await existing(leads, { sales: 0 })).toEqual({ sales: 0 })
  })
})

describe('openedOf', () => {
  it('names the record that an add form goes on with, in sections that have such a parameter', () => {
    expect(openedOf(newsletter, { draft: 'b3' })).toBe('b3')
    expect(openedOf(newsletter, {})).toBeNull()
    expect(openedOf(newsletter, { draft: '' })).toBeNull()
    expect(openedOf(leave, { draft: 'b3' })).toBeNull()
    expect(givenOf(newsletter, { draft: 'b3' }, true)).toEqual({})
  })
})

it('a form that was opened below a record leads back to it, of every section that is listed below another', () => {
  const pairs = allSections.flatMap(({ name: of, children }) =>
    children.map(({ section: name, parent }) => ({ of, parent, child: allSections.find((one) => one.name === name) })),
  )
  expect(pairs.map(({ child }) => child?.name)).toEqual(expect.arrayContaining(['questionnaire', 'participant']))
  for (const { of, parent, child } of pairs) {
    if (!child) throw new Error(`${of} lists what does not exist`)
    expect(parentOf(child, { [parent]: '12', of })).toEqual({ section: of, id: '12' })
    expect([parentOf(child, { of }), parentOf(child, { [parent]: '12' })]).toEqual([null, null])
  }
})
