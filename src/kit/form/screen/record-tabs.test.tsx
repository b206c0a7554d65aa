import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
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
vi.mock('../../../sections/member/member/activity.tsx', () => ({
  Activities: ({ record: shown }: { record: AnyRow }) => <ol data-activity={shown.ref} />,
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
    if (!section.audit) expect(tabs).not.toContain('History')
    else expect([tabs[0], tabs.at(-1)]).toEqual(['Details', 'History'])
  },
)

it('the history replaces the form, which keeps its input', async () => {
  const markup = await draw(post, { search: { tab: 'history' } })
  expect(markup).toMatch(/<div hidden=""><form><\/form><\/div>.*<header data-record="seven">.*<ol data-history="post">may restore<\/ol>/)
  expect(markup).toMatch(/href="\/post\/edit\/seven\?tab=history" data-current="page"/)
  expect(await draw(post)).toMatch(/<div><form><\/form><\/div>$/)
  expect(await draw(post, { search: { tab: 'history' }, readOnly: true })).toContain('>reads</ol>')
})

it('a record in the trash has a read-only history, below the path of the trash', async () => {
  const markup = await draw(post, { search: { tab: 'history' }, readOnly: true, trashAt: 'trash' })
  expect(tabsOf(markup)).toEqual(['Details', 'History'])
  expect(markup).toContain('href="/post/trash/seven?tab=history"')
  expect(markup).toMatch(/<header><\/header>.*>reads<\/ol>/)
})

it('the tabs of a member read orders by the call of one member, and leave by its list', async () => {
  const tab = (name: string) => draw(member, { search: { tab: name }, screensOf: sectionScreens })
  expect(await tab('transaction')).toContain('data-path="/transaction/in/v1/orders/history/7" data-parent="member_id"')
  expect(await tab('member-cuti')).toContain('data-path="its list" data-parent="member_id"')
})

it('a member has the tab of what happened with them, which draws it', async () => {
  await loadSectionWords('member')
  const panels = (await sectionScreens(member.name))?.parts.extras.panels
  const markup = await draw(member, { panels, search: { tab: 'activity' } })
  expect(tabsOf(markup)).toEqual(expect.arrayContaining(['Details', 'Memberships', 'Activity', 'History']))
  expect(markup).toMatch(/href="\/member\/[^"]*tab=activity" data-current="page"/)
  expect(markup).toMatch(/<div hidden=""><form><\/form><\/div>.*<ol data-activity="seven"><\/ol>/)
})

it('tabs are buttons where the section has one record', async () => {
  expect(await draw(settingBotSaham, { screensOf: undefined })).toMatch(/<button[^>]*>Details<\/button><button[^>]*>History<\/button>/)
})

it('a record without history and children has no tabs', async () => {
  expect(await draw(securityLog)).toBe('<form></form>')
  expect(await draw(post, {}, true)).toBe('<form></form>')
})
