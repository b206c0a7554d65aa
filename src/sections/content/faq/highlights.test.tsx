// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import type { Submission } from '#console/data/writes/submit.ts'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import type { Permission } from '#contract/kit/field/permission.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { Highlights } from './highlights.tsx'

const { records, sent } = vi.hoisted(() => ({ records: [] as AnyRow[], sent: [] as unknown[] }))
vi.mock('#console/kit/list/rows/use-rows.ts', () => ({ useRows: () => ({ state: 'ready', records }) }))
vi.mock('#console/data/writes/submit.ts', () => ({
  submit: async ({ call, params, patch }: Submission) => void sent.push([call.name, params?.faq_id, patch]),
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))

const about = { version: 1, created_at: '', created_by: null, updated_at: '', updated_by: null }
const permissions: Permission[] = ['get content', 'update content']
const button = (name: string) => document.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)
const press = (name: string) => act(async () => button(name)?.click())

it('highlights are in order, move by one place, can be removed, and show an empty state', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await Promise.all([loadMessages(['kit']), loadSectionWords('faq')])
  const user = { id: 1, ref: 'ref-1', name: 'Rina', email: 'rina@lapangan.test' }
  sessionStore.set((old) => ({ ...old, status: 'signed-in', session: { token: '', roles: [], permissions, roleRead: [], user } }))
  records.push(
    ...['First', 'Second', 'Third'].map((question, at) => ({ ...about, id: at + 1, ref: question, question, is_show: at !== 1 })),
  )
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<Highlights />))
  const rows = [...document.querySelectorAll('table[aria-label="Highlights"] tbody tr')].map((row) => row.textContent)
  expect(rows).toEqual(['1First', expect.stringMatching(/^2Second./), '3Third'])
  expect([button('Move First up')?.disabled, button('Move Third down')?.disabled]).toEqual([true, true])
  await press('Move First down')
  await press('Move Third up')
  await press('Take Second out of the highlights')
  expect(sent).toEqual([
    ['faq.place', 'First', { sort: 2 }],
    ['faq.place', 'Third', { sort: 2 }],
    ['faq.unhighlight', undefined, { faq_ids: ['Second'] }],
  ])
  records.splice(0)
  await act(async () => root.render(<Highlights key="empty" />))
  expect(document.querySelector('[role=status]')?.textContent).toBe('No question is highlighted')
  await act(async () => root.unmount())
})
