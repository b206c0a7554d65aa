// @vitest-environment happy-dom
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import { firstPage, type ListQuery } from '#contract/kit/field/list-query.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { member } from '#contract/sections/member/member.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { downloadList } from './download.ts'
import { ExportWindow } from './export-window.tsx'

vi.mock('./download.ts', () => ({ downloadList: vi.fn() }))
vi.mock('../files/save-file.ts', () => ({ saveFile: async () => undefined }))
vi.mock('#console/data/query/queries.ts', () => ({
  listOptions: (...key: unknown[]) => ({ queryKey: key, queryFn: () => ({ data: [], total_record: 3 }) }),
}))
vi.mock('#console/ui/responsive-dialog.tsx', () => ({
  ResponsiveDialog: ({ children, footer }: { children: ReactNode; footer: ReactNode }) => (
    <section>
      {children}
      <footer>{footer}</footer>
    </section>
  ),
}))

let root: Root
let client: QueryClient
const onClose = vi.fn<() => void>()
const columns = ['order_number', 'total']
const march: ListQuery = { ...firstPage, filters: [{ field: 'created_at', values: ['2026-03-01..2026-03-10'] }] }
const draw = (section: Section, query: ListQuery) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <ExportWindow section={section} query={query} columns={columns} onClose={onClose} />
      </QueryClientProvider>,
    ),
  )
const choose = (group: string, name: string) =>
  act(async () => {
    const labels = [...document.querySelectorAll(`fieldset[aria-label="${group}"] label`)]
    labels
      .find(({ textContent }) => textContent === name)
      ?.querySelector('input')
      ?.click()
  })
async function chooseMonth(value: string): Promise<void> {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Month')
  const select = label && document.getElementById(label.htmlFor)
  if (!(select instanceof HTMLSelectElement)) throw new Error('there is no month')
  await act(async () => {
    select.value = value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
}
const start = () => [...document.querySelectorAll<HTMLButtonElement>('footer button')].find(({ textContent }) => textContent === 'Export')
const press = () => act(async () => start()?.click())
const asked = () => vi.mocked(downloadList).mock.calls.map(([{ name }, wire]) => [name, wire])

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  notifyManager.setScheduler(queueMicrotask)
  await setLocale('en')
  await Promise.all([loadMessages(['sheets', 'filters', 'sections', 'kit']), loadSectionWords('transaction', 'member')])
})
beforeEach(() => {
  vi.mocked(downloadList).mockReset().mockResolvedValue({ content: new Blob(), name: 'x.csv', rows: 3 })
  onClose.mockReset()
  client = new QueryClient()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  client.clear()
})

it('an export under the date rule asks for the columns that were chosen: those shown, or all', async () => {
  await draw(transaction, march)
  await choose('Columns', 'As shown')
  await choose('Format', 'csv')
  await press()
  expect(onClose).toHaveBeenCalledTimes(1)
  await choose('Columns', 'All')
  await press()
  const wire = { query: 'created_at:2026-03-01..2026-03-10', sort: '', format: 'csv' }
  expect(asked()).toEqual([
    ['transaction', { ...wire, columns: 'order_number,total' }],
    ['transaction', { ...wire, columns: '' }],
  ])
})

it('an export under the date rule is not started without a date, whatever columns are chosen', async () => {
  await draw(transaction, firstPage)
  await choose('Columns', 'As shown')
  expect(start()?.disabled).toBe(false)
  await chooseMonth('')
  expect(document.body.textContent).toContain('Filter date must not be empty')
  expect(start()?.disabled).toBe(true)
})

it('an export without the rule asks for all columns where none were chosen', async () => {
  await draw(member, firstPage)
  await press()
  expect(asked()).toMatchObject([['member', { query: '', format: 'xlsx', columns: '' }]])
})
