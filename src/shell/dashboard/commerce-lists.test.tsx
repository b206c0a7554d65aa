import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { setLocale } from '#console/i18n/i18n.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import { CommerceLists } from './commerce-lists.tsx'

type Asked = Pick<ListQuery, 'filters' | 'sort'>
const asked: Record<string, Asked> = {}
vi.mock('./short-list.tsx', () => ({
  ShortList: ({ name, query }: { name: string; query: Asked }) => {
    asked[name] = query
    return null
  },
}))

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
})
afterAll(() => vi.unstubAllGlobals())

it('the dashboard lists memberships that end first and orders that are due first at the top', () => {
  renderToStaticMarkup(<CommerceLists seesOrders seesMembers />)
  expect(asked).toEqual({
    'ending-memberships': { filters: [{ field: 'remaining', values: ['14'] }], sort: { field: 'ends_on', direction: 'asc' } },
    'unpaid-orders': { filters: [{ field: 'payment_status', values: ['unpaid'] }], sort: { field: 'due_at', direction: 'asc' } },
  })
})
