import { expect, it } from 'vitest'
import { choice, date, digits, flag, image, joined, month, number, object, reference, references, rows, slug, text } from './field/field.ts'
import { fromTo } from './field/rule.ts'
import { call } from './section/call.ts'
import { section } from './section/section.ts'

// Each mistake is below a mark that requires an error: a use that becomes valid fails the type check.

it('the compiler refuses an option that a kind does not have', () => {
  const fields = [
    // @ts-expect-error: a flag has no width
    flag({ maxWidth: 10 }),
    // @ts-expect-error: a text is not rounded to a tick
    text({ tick: true }),
    // @ts-expect-error: a number has no pattern
    number({ pattern: { regex: /^1/, code: 'one' } }),
    // @ts-expect-error: a date has no length
    date({ max: 10 }),
    // @ts-expect-error: a month is never open
    month({ emptyShown: 'blank' }),
    // @ts-expect-error: a choice points to no section
    choice(['a', 'b'], { to: 'member' }),
    // @ts-expect-error: pictures have no whole numbers
    image({ integer: true }),
    // @ts-expect-error: a group of fields has no largest number of entries
    object({ city: text() }, { max: 3 }),
    // @ts-expect-error: rows are not unique
    rows({ city: text() }, { unique: true }),
    // @ts-expect-error: no such value
    choice(['a', 'b'], { tones: { c: 'good' } }),
    // @ts-expect-error: no such tone
    choice(['a', 'b'], { tones: { a: 'green' } }),
    // @ts-expect-error: misspelt
    digits({ requird: true }),
  ]
  expect(fields).toHaveLength(12)
})

it('the compiler refuses a reference to a section that is not registered', () => {
  const fields = [
    // @ts-expect-error: members, not member
    reference({ to: 'members' }),
    // @ts-expect-error: no such section, whatever its list
    references({ to: 'users/sales' }),
  ]
  expect(fields.map(({ to }) => to)).toEqual(['members', 'users/sales'])
})

const fields = { name: text({ required: true }), kind: choice(['a', 'b']), start: date(), end: date(), bank_id: reference({ to: 'bank' }) }
const list = { columns: ['name'], search: ['name'], filters: ['kind'], sort: 'name asc' } as const
const common = { path: '/test/in/v1/things', permission: 'content', title: 'name', list } as const

it('the compiler accepts a section that names only its own fields', () => {
  const right = section('thing', {
    ...common,
    fields: {
      ...fields,
      other: text({ shownWhen: { field: 'kind', is: ['a'] } }),
      bank_name: joined('bank_id.bank_name'),
      slug: slug({ from: 'name' }),
      target: reference({ to: '{kind}', query: 'status:{name}' }),
      lines: rows({ label: text(), count: number({ requiredWhen: { field: 'label', is: ['x'] } }) }),
    },
    rules: [fromTo('start', 'end')],
    views: { old: { at: 'old', sort: 'created_at desc', columns: ['name', '-updated_at'] } },
    switches: { kind: { by: 'put', when: { field: 'name', not: [''] } } },
    options: { lists: { some: { sort: 'name asc' } } },
  })
  expect(right.name).toBe('thing')
})

it('the compiler refuses conditions, braces and joined values of fields that are no siblings', () => {
  const wrong = [
    // @ts-expect-error: no field `kid`
    () => section('thing', { ...common, fields: { ...fields, other: text({ shownWhen: { field: 'kid', is: ['a'] } }) } }),
    // @ts-expect-error: no field `kid`
    () => section('thing', { ...common, fields: { ...fields, other: text({ requiredWhen: { field: 'kid', is: ['a'] } }) } }),
    // @ts-expect-error: no field `title`
    () => section('thing', { ...common, fields: { ...fields, slug: slug({ from: 'title' }) } }),
    // @ts-expect-error: no field `modul`
    () => section('thing', { ...common, fields: { ...fields, other: reference({ to: 'bank', query: 'kind:{modul}' }) } }),
    // @ts-expect-error: no field `category`
    () => section('thing', { ...common, fields: { ...fields, other: reference({ to: '{category}' }) } }),
    // @ts-expect-error: no field `banks_id`
    () => section('thing', { ...common, fields: { ...fields, other: joined('banks_id.bank_name') } }),
    // @ts-expect-error: `kind` stands outside of the rows
    () => rows({ label: text({ shownWhen: { field: 'kind', is: ['a'] } }) }),
    // @ts-expect-error: no field `kid` in the group
    () => object({ label: text({ shownWhen: { field: 'kid', is: ['a'] } }) }),
    () =>
      call({
        ...{ name: 'thing.do', kind: 'mutation', method: 'POST', path: '/test/in/v1/do', permission: 'public', reply: { of: 'message' } },
        // @ts-expect-error: no field `kid` in the body
        body: { label: text({ shownWhen: { field: 'kid', is: ['a'] } }) },
      }),
  ]
  expect(wrong).toHaveLength(9)
})

it('the compiler refuses rules, orders, columns and switches of unknown fields', () => {
  const wrong = [
    // @ts-expect-error: no field `begin`
    () => section('thing', { ...common, fields, rules: [fromTo('begin', 'end')] }),
    // @ts-expect-error: no field `nam`
    () => section('thing', { ...common, fields, rules: [{ field: 'nam', code: 'taken', test: () => true } as const] }),
    // @ts-expect-error: no field `title`
    () => section('thing', { ...common, fields, list: { ...list, sort: 'title asc' } }),
    // @ts-expect-error: no such direction
    () => section('thing', { ...common, fields, list: { ...list, sort: 'name down' } }),
    // @ts-expect-error: no field `title`
    () => section('thing', { ...common, fields, views: { old: { at: 'old', sort: 'title asc' } } }),
    // @ts-expect-error: no field `title`
    () => section('thing', { ...common, fields, options: { lists: { some: { sort: 'title asc' } } } }),
    // @ts-expect-error: no field `titel`
    () => section('thing', { ...common, fields, title: 'titel' }),
    // @ts-expect-error: no field `state`
    () => section('thing', { ...common, fields, switches: { kind: { by: 'put', when: { field: 'state', is: [1] } } } }),
    // @ts-expect-error: no field `state`
    () => section('thing', { ...common, fields, calls: { stop: { route: 'PUT /stop', when: { field: 'state', is: [1] } } } }),
    // @ts-expect-error: no field `titel`
    () => section('thing', { ...common, fields, trash: { list: '/trash', restore: '/restore', view: { columns: ['titel'] } } }),
    // @ts-expect-error: no choice or reference `level`
    () => section('thing', { ...common, fields, routes: { add: 'add/{level}' } }),
  ]
  expect(wrong).toHaveLength(11)
})
