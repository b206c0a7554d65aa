import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { sectionScreens } from '#console/sections/registry.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { securityLog } from '#contract/sections/auth/security-log.ts'
import { post } from '#contract/sections/content/post.ts'
import { member } from '#contract/sections/member/member.ts'
import { settingBotSaham } from '#contract/sections/settings/setting-bot-saham.ts'
import { allSections } from '#tests/support/sections.ts'
import { openBrowser } from '#tests/support/test-browser.ts'
import type { ListPaneProps } from '../../list/screen/list-pane.tsx'
import { RecordTabs } from './record-tabs.tsx'

vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useSyncExternalStore: <T,>(_subscribe: unknown, getSnapshot: () => T) => getSnapshot(),
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ search, params, children, 'aria-current': current }: Record<string, Record<string, string>> & { children: ReactNode }) => (
    <a href={`/${params?.section}/${params?._splat}?tab=${search?.tab ?? ''}`} data-current={String(current)}>
      {children}
    </a>
  ),
}))
vi.mock('./form-header.tsx', () => ({ FormHeader: ({ record: shown }: { record: AnyRow | null }) => <header data-record={shown?.ref} /> }))
vi.mock('../../history/history.tsx', () => ({
  History: ({ section, mayRestore }: { section: Section; mayRestore: boolean }) => (
    <ol data-history={section.name}>{mayRestore ? 'may restore' : 'reads'}</ol>
  ),
}))

vi.mock('../../list/screen/list-pane.tsx', () => ({
  ListPane: ({ call, parent }: ListPaneProps) => <table data-path={call?.path ?? 'its list'} data-parent={parent?.field} />,
}))

openBrowser()
beforeAll(async () => {
  Object.assign(document, { documentElement: {} })
  await setLocale('en')
  await loadMessages(['kit', 'sections'])
})
afterAll(() => vi.unstubAllGlobals())

const record: AnyRow = { id: 7, ref: 'seven', version: 1, created_at: '', created_by: null, updated_at: '', updated_by: null }
const permissions = ['get content', 'update content', 'get stock', 'update stock', 'get member', 'get transaction'] as const
const session = { user: { ref: 'me' }, permissions }

async function draw(section: Section, props: Partial<Parameters<typeof RecordTabs>[0]> = {}, plain = false): Promise<string> {
  Object.assign(sessionStore.get(), { session: { ...session, plain } })
  const { prelude } = await prerender(
    <RecordTabs section={section} record={record} search={{}} readOnly={false} screensOf={async () => null} {...props}>
      <form />
    </RecordTabs>,
  )
  return new Response(prelude).text()
}

const tabsOf = (markup: string) => [...markup.matchAll(/<(?:a|button)\b[^>]*>(?:<!-- -->)?([^<]+)/g)].map(([, name]) => name)

it.each(allSections.map((section) => [section.name, section] as const))(
  'a record of %s has its history as its last tab',
  async (_, section) => {
    const tabs = tabsOf(await draw(section))
    if (section.audit === false) expect(tabs).not.toContain('History')
    else expect([tabs[0], tabs.at(-1)]).toEqual(['Details', 'History'])
  },
)

it('shows the history in place of the form, which stays with what was typed', async () => {
  const markup = await draw(post, { search: { tab: 'history' } })
  expect(markup).toMatch(/<div hidden=""><form><\/form><\/div>.*<header data-record="seven">.*<ol data-history="post">may restore<\/ol>/)
  expect(markup).toMatch(/href="\/post\/edit\/seven\?tab=history" data-current="page"/)
  expect(await draw(post)).toMatch(/<div><form><\/form><\/div>$/)
  expect(await draw(post, { search: { tab: 'history' }, readOnly: true })).toContain('>reads</ol>')
})

it('has the history of a record in the trash, to read, below the path of the trash', async () => {
  const markup = await draw(post, { search: { tab: 'history' }, readOnly: true, trashAt: 'trash' })
  expect(tabsOf(markup)).toEqual(['Details', 'History'])
  expect(markup).toContain('href="/post/trash/seven?tab=history"')
  expect(markup).toMatch(/<header><\/header>.*>reads<\/ol>/)
})

it('reads the orders of a member with the call that lists those of one, and their leave with its list', async () => {
  const tab = (name: string) => draw(member, { search: { tab: name }, screensOf: sectionScreens })
  expect(await tab('transaction')).toContain('data-path="/transaction/in/v1/orders/history/7" data-parent="member_id"')
  expect(await tab('member-cuti')).toContain('data-path="its list" data-parent="member_id"')
})

it('has buttons as tabs where the address is that of the one record there is', async () => {
  expect(await draw(settingBotSaham, { screensOf: undefined })).toMatch(/<button[^>]*>Details<\/button><button[^>]*>History<\/button>/)
})

it('has no tabs where nobody keeps a history and nothing else belongs to a record', async () => {
  expect(await draw(securityLog)).toBe('<form></form>')
  expect(await draw(post, {}, true)).toBe('<form></form>')
})
