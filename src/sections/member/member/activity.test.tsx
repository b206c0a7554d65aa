import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import type { Activity } from '#contract/sections/member/activity.ts'
import { Activities } from './activity.tsx'

const rows: Activity[] = []
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useSyncExternalStore: <T,>(_subscribe: unknown, getSnapshot: () => T) => getSnapshot(),
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ params, search, children }: { params: Record<string, string>; search: Record<string, string>; children: ReactNode }) => (
    <a href={`/${params.section}/${params._splat ?? `list?open=${search.open}`}`}>{children}</a>
  ),
}))
vi.mock('#console/kit/list/screen/call-list.tsx', () => ({
  CallList: ({ children }: { children: (all: readonly Activity[]) => ReactNode }) => children(rows),
}))

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
  await loadMessages(['kit', 'sections'])
  await loadSectionWords('member', 'member-alert')
})
afterAll(() => vi.unstubAllGlobals())

const nothing = { product: null, alert: null, amount: null, rating: null, start: null, end: null, by: null, title: null, is_deleted: false }
const one = (values: Pick<Activity, 'kind' | 'section'> & Partial<Activity>): Activity => ({
  ...{ ...nothing, at: '2026-03-01T02:00:00.000Z', record: 7, ref: 'seven' },
  ...values,
})
const record = { id: 1, ref: 'one', version: 1, created_at: '', created_by: null, updated_at: '', updated_by: null }

function draw(permissions: readonly string[], ...all: Activity[]): string {
  Object.assign(sessionStore.get(), { session: { user: { ref: 'me' }, permissions } })
  rows.splice(0, rows.length, ...all)
  return renderToStaticMarkup(<Activities record={record} />)
}
const words = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const chips = (markup: string) => [...markup.matchAll(/<button[^>]*>([^<]*)/g)].map(([, name]) => name)

it('offers the sections that this person reads', () => {
  // Names of the navigation come with the build.
  expect(chips(draw(['get member']))).toEqual(['All', 'nav.member-cuti', 'Alerts'])
  expect(chips(draw(['get member', 'get transaction', 'get stock']))).toHaveLength(6)
})

it('says in words what was done, when and by whom, and leads to it', () => {
  const order = { section: 'transaction', title: 'TRX-1', amount: 150_000 } as const
  const made = draw([], one({ ...order, kind: 'order_made', by: 'Sari' }))
  expect(words(made)).toMatch(/Order made 1 Mar 2026, 09:00 .* TRX-1 Rp\s150.000 Sari$/)
  expect(made).toContain('href="/transaction/detail/seven"')
  expect(draw([], one({ ...order, kind: 'order_deleted', is_deleted: true }))).toContain('href="/transaction/restore/seven"')
  const asked = draw([], one({ section: 'tanya-saham', kind: 'question_asked', title: 'Masih layak?' }))
  expect(words(asked)).toMatch(/Question asked .*Masih layak\? the member$/)
  expect(asked).toContain('href="/tanya-saham/list?open=seven"')
  expect(words(draw([], one({ section: 'tanya-saham', kind: 'answers_rated', rating: 4 })))).toContain('Answers rated 4 of 5')
  expect(words(draw([], one({ section: 'tanya-saham', kind: 'question_answered' })))).toMatch(/the algorithm$/)
  const leave = one({ section: 'member-cuti', kind: 'leave_added', product: 'EMT', start: '2026-03-02', end: '2026-03-04' })
  expect(words(draw([], leave))).toMatch(/Leave added .*EMT 2 Mar 2026 – 4 Mar 2026$/)
  const alert = draw([], one({ section: 'member-alert', kind: 'alert_raised', alert: 'order_paid', title: 'TRX-1' }))
  expect(words(alert)).toMatch(/Order paid .*Alerts TRX-1 the system$/)
  expect(alert).not.toContain('<a ')
})
