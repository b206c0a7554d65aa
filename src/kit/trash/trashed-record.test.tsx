import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { trashedOneOptions } from '#console/data/query/trash.ts'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { member } from '#contract/sections/member/member.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { openBrowser } from '#tests/support/test-browser.ts'
import { formatDateTime } from '../text/format.ts'
import { TrashedRecord } from './trashed-record.tsx'

vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useSyncExternalStore: <T,>(_subscribe: unknown, getSnapshot: () => T) => getSnapshot(),
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => () => undefined,
  Link: ({ params, children }: { params: Record<string, string>; children: ReactNode }) => (
    <a href={`/${params.section}/${params.view ?? params._splat}`}>{children}</a>
  ),
}))

openBrowser()
beforeAll(async () => {
  Object.assign(document, { documentElement: {} })
  await setLocale('en')
  await Promise.all([loadMessages(['trash', 'kit', 'forms', 'sections']), loadSectionWords(member.name)])
})
afterAll(() => vi.unstubAllGlobals())

const deletedAt = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString()
const request = {
  ...{ id: 40, ref: 'forty', version: 3, name: 'Sari Dewi', phone: '628119990001', deletion_reason: 'Pindah ke luar negeri' },
  ...{ created_at: '2026-01-01T00:00:00Z', created_by: null, updated_at: deletedAt(3), updated_by: 'Rangga' },
  deleted_at: deletedAt(5),
}

async function draw(permissions: readonly string[], section: Section = member, record = request): Promise<string> {
  Object.assign(sessionStore.get(), { session: { user: { ref: 'me' }, permissions, plain: false } })
  queryClient.setQueryData(trashedOneOptions(section, 'forty').queryKey, record)
  const { prelude } = await prerender(
    <QueryClientProvider client={queryClient}>
      <TrashedRecord section={section} id="forty" search={{}} />
    </QueryClientProvider>,
  )
  return new Response(prelude).text()
}

it('a deleted member is shown with the reason, and can be restored with permission', async () => {
  const page = await draw(['get member', 'update member'])
  for (const text of ['Sari Dewi', 'Pindah ke luar negeri', 'Rangga', '>Restore<', 'href="/member/restore"']) expect(page).toContain(text)
  expect(page).not.toMatch(/<(input|textarea|select)\b/)
  expect(await draw(['get member'])).not.toContain('>Restore<')
})

it('the time of a deletion is its own, also where the record was changed after it', async () => {
  const page = await draw(['get member'])
  expect(page).toContain(`dateTime="${request.deleted_at}"`)
  expect(page).not.toContain(`dateTime="${request.updated_at}"`)
})

it('a deleted member says until when it can be restored, and cannot be restored later', async () => {
  const permissions = ['get member', 'update member']
  const early = await draw(permissions, member, { ...request, deleted_at: deletedAt(29) })
  expect(early).toContain(`Can be restored until ${formatDateTime(deletedAt(-1))}`)
  expect(early).toContain('>Restore<')
  const late = await draw(permissions, member, { ...request, deleted_at: deletedAt(31) })
  expect(late).toContain('Can no longer be restored')
  expect(late).not.toContain('>Restore<')
})

it('an order, which cannot be edited, can be restored', async () => {
  expect(await draw(['get transaction', 'update transaction'], transaction)).toContain('>Restore<')
  expect(await draw(['get transaction'], transaction)).not.toContain('>Restore<')
})
