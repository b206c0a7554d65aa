// @vitest-environment happy-dom
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import { givenOf, readPrefill } from '#console/kit/form/values/prefill.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { Permission } from '#contract/kit/field/permission.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { CustomerPanel } from './customer-panel.tsx'

/** Records that the server shows this person, by section, and what was asked for. */
const { shown, asked, push } = vi.hoisted(() => ({ shown: new Map<string, AnyRow[]>(), asked: [] as string[], push: vi.fn() }))
const links: { to: string; params: Record<string, string>; search: Record<string, string> }[] = []
vi.mock('#console/data/query/queries.ts', () => ({
  listOptions: ({ name }: Section, { search }: ListQuery) => ({
    queryKey: [name, search],
    queryFn: () => {
      asked.push(`${name} ${search}`)
      return { data: shown.get(name) ?? [] }
    },
  }),
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useRouter: () => ({ history: { push } }),
  Link: ({ children, ...link }: (typeof links)[number] & { children: ReactNode }) => {
    links.push(link)
    return <a href={link.to}>{children}</a>
  },
}))
vi.mock('./catalogue.ts', () => ({ useSellable: () => undefined }))
vi.mock('./customer-orders.tsx', () => ({ CustomerOrders: () => null }))
vi.mock('./customer-member.ts', () => ({ useCustomerMember: () => null }))

const phone = '6281200010001'
const row = (id: number, values: object): AnyRow => ({
  ...{
    id,
    ref: `0190e6b0-0000-7000-8000-00000000000${id}`,
    version: 2,
    created_at: '',
    created_by: null,
    updated_at: '',
    updated_by: null,
  },
  ...values,
})
const lead = row(7, { name: 'Sari', phone, email: 'sari@contoh.id', sales: 3, campaign_id: 5, source: 'ig' })

let root: Root
let client: QueryClient
async function draw(...permissions: Permission[]): Promise<void> {
  const user = { id: 4, ref: 'me', name: 'Rina', email: 'rina@lapangan.test' }
  const session = { token: '', roles: ['Sales'], permissions, roleRead: [], user }
  sessionStore.set((old) => ({ ...old, status: 'signed-in', session }))
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <CustomerPanel name="Sari di WA" customer_phone={phone} customer_id={null} />
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  await act(async () => undefined)
}
const offered = () => [...document.querySelectorAll('a, button')].map(({ textContent }) => textContent)

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  notifyManager.setScheduler(queueMicrotask)
  await setLocale('en')
  await Promise.all([loadMessages(['kit', 'chat', 'parts']), loadSectionWords('transaction', 'member')])
})
beforeEach(() => {
  shown.clear()
  asked.length = 0
  links.length = 0
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  client.clear()
})

it('a chat whose customer is no lead yet becomes one with its name and number, for those who may make leads', async () => {
  await draw('get crm', 'create crm')
  expect(offered()).toEqual(['Add as lead'])
  await act(async () => document.querySelector('button')?.click())
  expect(push).toHaveBeenCalledWith(`/leads/add?name=Sari+di+WA&phone=${phone}`)
  shown.set('leads', [lead])
  client.clear()
  await act(async () => root.unmount())
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await draw('get crm', 'create crm')
  expect(offered()).toEqual([])
})

it("the panel of a lead's phone leads to an order with the lead's values", async () => {
  shown.set('leads', [lead])
  await draw('get crm', 'get member', 'create transaction')
  expect(offered()).toEqual(['Make an order'])
  const link = links.at(-1)
  expect(link).toMatchObject({ to: '/$section/$', params: { section: 'transaction', _splat: 'add' }, search: { fr: 'chat-platform' } })
  const access = { roles: [], permissions: ['create transaction'] as const }
  expect(readPrefill(transaction, givenOf(transaction, link?.search ?? {}, true), access)).toEqual({
    customer: { name: 'Sari', phone, email: 'sari@contoh.id' },
    lead_id: 7,
    source: 'lead',
    sales: 3,
    campaign_id: 5,
  })
})

it('the panel takes the lead of this salesperson among several, and none of another phone', async () => {
  shown.set('leads', [row(1, { name: 'Mirip', phone: `${phone}9`, sales: 4 }), lead, row(8, { name: 'Sari', phone, sales: 4 })])
  await draw('get crm', 'create transaction')
  expect(links.at(-1)?.search).toMatchObject({ lead_id: '8', sales: '4' })
})

it('the panel offers no order of a lead where there is none of that phone', async () => {
  shown.set('leads', [row(1, { name: 'Mirip', phone: `${phone}9`, sales: 4 })])
  await draw('get crm', 'get member', 'create transaction')
  expect(asked).toContain(`leads ${phone}`)
  expect(offered()).toEqual(['Add transaction'])
})

it('the panel neither asks for a lead that this person may not see nor offers it', async () => {
  shown.set('leads', [lead])
  await draw('get member', 'create transaction')
  expect(asked.filter((each) => each.startsWith('leads'))).toEqual([])
  expect(offered()).toEqual(['Add transaction'])
})

it('the panel offers no order to a person who may not make one', async () => {
  shown.set('leads', [lead])
  await draw('get crm', 'get member')
  expect(offered()).toEqual([])
})
