import { describe, expect, it } from 'vitest'
import { sections } from '../../sections/index.ts'
import { pickKinds } from '../../sections/stock/recommendation.ts'
import { rootPermissions } from '../field/permission.ts'
import { pathParams } from './call.ts'
import { columnNames, fieldOf, isSortable } from './section.ts'
import { sectionCall, sectionCalls } from './section-calls.ts'

const all = await Promise.all(Object.values(sections).map((load) => load()))
/** Grantable permissions, and those of Root alone. */
const grantable: readonly string[] = rootPermissions()
const written = (name: string) => {
  const section = all.find((one) => one.name === name)
  return section ? sectionCalls(section).map((call) => `${call.method} ${call.path} ${String(call.permission)}`) : []
}

/** docs/product/forms.md#wire-forms */
describe('calls of a section', () => {
  it('of bank remove by body', () => {
    expect(written('bank')).toEqual([
      'GET /transaction/in/v1/banks get bank,get transaction',
      'GET /transaction/in/v1/banks/{id}/history get bank',
      'GET /transaction/in/v1/banks/{id} get bank,get transaction',
      'POST /transaction/in/v1/banks create bank',
      'PUT /transaction/in/v1/banks/{id} update bank',
      'DELETE /transaction/in/v1/banks delete bank',
    ])
  })

  it('of tag-manager have no detail and remove by path', () => {
    expect(written('tag-manager')).toEqual([
      'GET /crm/in/v1/tag-manager get crm',
      'GET /crm/in/v1/tag-manager/{id}/history get crm',
      'POST /crm/in/v1/tag-manager create crm',
      'PUT /crm/in/v1/tag-manager/{id} update crm',
      'DELETE /crm/in/v1/tag-manager/{id} delete crm',
    ])
  })

  it('of for-you have swap and show-hide before paths with an id', () => {
    expect(written('for-you')).toEqual([
      'GET /content/in/v2/for-you get content',
      'GET /content/in/v2/for-you/{id}/history get content',
      'PUT /content/in/v2/for-you/swap-sequence update content',
      'PUT /content/in/v2/for-you/show-hide update content',
      'GET /content/in/v2/for-you/{id} get content',
      'POST /content/in/v2/for-you create content',
      'PUT /content/in/v2/for-you/{id} update content',
      'DELETE /content/in/v2/for-you delete content',
    ])
  })

  it('of recommendation have a path for each kind', () => {
    const path = '/emitten/in/v1/stock-picks'
    expect(written('recommendation')).toEqual([
      `GET ${path} get stock`,
      `GET ${path}/{id}/history get stock`,
      `GET ${path}/{id} get stock`,
      ...pickKinds.map((kind) => `POST ${path}/${kind} create stock`),
      ...pickKinds.map((kind) => `PUT ${path}/${kind}/{id} update stock`),
      `DELETE ${path} delete stock`,
    ])
  })

  it('sectionCall throws for an unknown call, and names it', () => {
    const [first] = all
    expect(() => first && sectionCall(first, 'fly')).toThrow('has no call fly')
  })
})

describe.each(all.map((section) => [section.name, section] as const))('section %s', (_, section) => {
  const calls = sectionCalls(section)

  it('has calls with names, permissions and parameters of their own', () => {
    expect(new Set(calls.map((call) => call.name)).size).toBe(calls.length)
    expect(new Set(calls.map((call) => `${call.method} ${call.path}`)).size).toBe(calls.length)
    for (const call of calls) {
      expect(grantable, call.name).toEqual(expect.arrayContaining([call.permission].flat()))
      // The base contract writes with GET in places: a switch, and calls that say so.
      if (call.action !== 'switch' && call.action !== 'call')
        expect(call.kind, call.name).toBe(call.method === 'GET' ? 'query' : 'mutation')
      // A call of the section's own may name its records otherwise where its path is not below the section's.
      if (call.action !== 'call')
        expect(['id', ...(call.action === 'revision' ? ['version'] : [])]).toEqual(expect.arrayContaining(pathParams(call.path)))
    }
  })

  it('names only existing fields', () => {
    const { list } = section
    const named = [
      section.title,
      ...section.readableFields,
      ...list.search,
      ...list.filters,
      ...list.dates,
      ...Object.keys(section.switches),
    ]
    const rules = section.rules.map((rule) => rule.field.split('.')[0])
    const conditions = Object.values(section.fields).flatMap((field) => [field.shownWhen?.field, field.requiredWhen?.field])
    for (const name of [...named, ...rules, ...conditions, ...columnNames(section).map((column) => column.name)])
      if (name !== undefined) expect(fieldOf(section, name), name).toBeDefined()
    expect(isSortable(section, list.sort.split(' ')[0] ?? ''), list.sort).toBe(true)
  })

  it('has no field named like a property of every object', () => {
    for (const name of ['constructor', 'toString', '__proto__']) {
      expect(fieldOf(section, name)).toBeUndefined()
      expect(isSortable(section, name)).toBe(false)
    }
  })
})
