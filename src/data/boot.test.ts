import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { defaultConfig } from '#contract/config.ts'
import { firstPage, parseListQuery } from '#contract/kit/field/list-query.ts'
import { everyPermission, rootPermissions } from '#contract/kit/field/permission.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { viewsOf } from '#contract/kit/section/view.ts'
import { navItems } from '#contract/nav-items.ts'
import { sections } from '#contract/sections/index.ts'
import { buildRequest } from './outbox/wire/build-request.ts'

const script = readFileSync(new URL('../../public/boot.js', import.meta.url), 'utf8')

interface Boot {
  root: { dataset: Record<string, string>; style: Record<string, string>; lang: string; dir: string }
  early: { key: string } | undefined
  asked: string[]
  preloaded: string[]
  /** Elements over the page: the snapshot of the last visit. */
  pictures: { innerHTML: string; inert: boolean }[]
}

const entries = JSON.stringify(await navItems())
const left: Readonly<Record<string, string>> = { sections: entries, 'start-ms': '4000' }
const chunks = JSON.stringify({ en: ['/assets/en.js'], ar: ['/assets/ar.js'], leads: ['/assets/leads.js'] })

/** Runs boot.js on a new page. */
function boot(path: string, stored: Record<string, string>, spoken: readonly string[] = []): Boot {
  const url = new URL(path, 'http://console.test')
  const asked: string[] = []
  const preloaded: string[] = []
  const pictures: Boot['pictures'] = []
  const parsed: (() => void)[] = []
  const root: Boot['root'] = { dataset: {}, style: {}, lang: 'en', dir: '' }
  const window: { __early?: { key: string }; __nav?: unknown } = {}
  runInNewContext(script, {
    window,
    document: {
      documentElement: root,
      head: { append: (link: { href: string }) => preloaded.push(link.href) },
      body: { append: (picture: Boot['pictures'][number]) => pictures.push(picture) },
      createElement: () => ({ href: '', innerHTML: '', inert: false }),
      querySelector: (wanted: string) => ({
        content: left[/^meta\[name=(.*)\]$/.exec(wanted)?.[1] ?? ''] ?? chunks,
        sheet: {},
        getAttribute: () => '/assets/style.css',
      }),
      addEventListener: (_: string, received: () => void) => parsed.push(received),
    },
    setTimeout: () => 0,
    addEventListener: () => undefined,
    navigator: { languages: spoken },
    location: { pathname: url.pathname, search: url.search },
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    matchMedia: () => ({ matches: false }),
    URLSearchParams,
    AbortSignal,
    fetch: async (asking: string) => {
      asked.push(asking)
    },
  })
  for (const received of parsed) received()
  return { root, early: window.__early, asked, preloaded, pictures }
}

const session = (permissions: readonly string[], roles: readonly string[] = ['Admin']) => ({
  jwt_access_token: 'token',
  'lapangan-session': JSON.stringify({ roles, permissions }),
  'lapangan-config': JSON.stringify({ hosts: {}, backOffice: false }),
})
const signedIn = session(everyPermission())

test('boot.js requests the list of every section with a list screen, at the path of the contract', async () => {
  for (const [name, load] of Object.entries(sections)) {
    const section: Section = await load()
    // Without navigation there is no list screen, a setting has no list, and chats request their own rows.
    if (!section.nav || ['setting', 'chats', 'inbox'].includes(section.kind)) continue
    const { method, url } = buildRequest(sectionCall(section, 'list'), { list: firstPage }, defaultConfig)
    const { early } = boot(`/${name}/list`, session(rootPermissions()))
    expect(early?.key, name).toBe(!viewsOf(section).some(({ stack }) => stack) ? `${method} ${url}` : undefined)
  }
})

test('boot.js requests the list with the state of the link', async () => {
  const search = { page: '2', size: '50', sort: 'name desc', query: 'status:new,search:a b' }
  const section = await sections.leads()
  const { url } = buildRequest(sectionCall(section, 'list'), { list: parseListQuery(search) }, defaultConfig)
  expect(boot(`/leads/list?${new URLSearchParams(search)}`, signedIn).asked).toEqual([url])
})

test('boot.js requests nothing without a token, off a list, on the board, or where leads are cached', () => {
  expect(boot('/bank/list', {}).asked).toEqual([])
  expect(boot('/bank/add', signedIn).asked).toEqual([])
  expect(boot('/constructor/list', signedIn).asked).toEqual([])
  expect(boot('/leads/list?view=board', signedIn).asked).toEqual([])
  expect(boot('/leads/list', { ...signedIn, 'lapangan-leads-held': 'x' }).asked).toEqual([])
})

test('boot.js requests no list without its permission', () => {
  expect(boot('/bank/list', session(['get leads', 'update bank'])).asked).toEqual([])
  expect(boot('/bank/list', session(['get bank'])).asked).toHaveLength(1)
  expect(boot('/bank/list', session([], ['Root'])).asked).toHaveLength(1)
  expect(boot('/bank/list', { jwt_access_token: 'token' }).asked).toEqual([])
  for (const broken of ['{', '7', '{"roles":7,"permissions":{}}'])
    expect(boot('/bank/list', { ...signedIn, 'lapangan-session': broken }).asked).toEqual([])
})

test('asks for nothing in back-office mode, or while nobody knows the mode', () => {
  const { 'lapangan-config': _, ...unknown } = signedIn
  const config = JSON.stringify({ hosts: {}, backOffice: true })
  for (const stored of [unknown, { ...signedIn, 'lapangan-config': config }]) expect(boot('/bank/list', stored).asked).toEqual([])
})

test('asks the configured host', () => {
  const config = JSON.stringify({ hosts: { main: 'https://api.test/' } })
  expect(boot('/bank/list', { ...signedIn, 'lapangan-config': config }).asked).toEqual(['https://api.test/transaction/in/v1/banks'])
})

test('boot.js applies preferences before the first paint, also invalid ones', () => {
  const kept = JSON.stringify({ theme: 'dark', locale: 'ar', fontScale: 120, density: 'compact', layout: 3 })
  const { root } = boot('/dashboard', { 'lapangan-preferences': kept })
  expect(root).toEqual({
    dataset: { theme: 'dark', density: 'compact', layout: '3', guest: '' },
    style: { fontSize: '120%' },
    lang: 'ar',
    dir: 'rtl',
  })
  expect(boot('/dashboard', { 'lapangan-preferences': '{broken' }).root.dataset.theme).toBe('light')
  expect(boot('/dashboard', { 'lapangan-preferences': '"text"' }).root.dir).toBe('ltr')
})

test('boot.js loads the catalog of the language and the section beside the first chunk', () => {
  expect(boot('/dashboard', {}).preloaded).toEqual(['/assets/en.js'])
  const arabic = { 'lapangan-preferences': JSON.stringify({ locale: 'ar' }) }
  expect(boot('/leads/list', arabic).preloaded).toEqual(['/assets/ar.js'])
  expect(boot('/leads/list', signedIn).preloaded).toEqual(['/assets/en.js', '/assets/leads.js'])
  expect(boot('/constructor/list', signedIn).preloaded).toEqual(['/assets/en.js'])
})

test('boot.js shows the snapshot of the same list, and no other', () => {
  const frame = {
    path: '/leads/list?page=2',
    locale: 'en',
    wide: false,
    sheet: '/assets/style.css',
    expires: Date.now() + 1_000,
    html: '<b>Sari</b>',
  }
  const shown = (path: string, changed: Partial<typeof frame> = {}, stored: Record<string, string> = signedIn) =>
    boot(path, { ...stored, 'lapangan-last-frame': JSON.stringify({ ...frame, ...changed }) }).pictures.map(({ innerHTML, inert }) => [
      innerHTML,
      inert,
    ])
  expect(shown('/leads/list?page=2')).toEqual([['<b>Sari</b>', true]])
  expect(shown('/leads/list')).toEqual([])
  expect(shown('/leads/list?page=2', { locale: 'ar' })).toEqual([])
  expect(shown('/leads/list?page=2', { wide: true })).toEqual([])
  expect(shown('/leads/list?page=2', { sheet: '/assets/old.css' })).toEqual([])
  expect(shown('/leads/list?page=2', { expires: Date.now() - 1 })).toEqual([])
  expect(shown('/leads/list?page=2', {}, {})).toEqual([])
})

test('boot.js begins with the language that somebody chose, else with that of the browser, else with English', () => {
  const langOf = (preferences: object, ...spoken: string[]) =>
    boot('/login', { 'lapangan-preferences': JSON.stringify(preferences) }, spoken).root.lang
  expect(langOf({}, 'fr-FR', 'id-ID', 'en')).toBe('id')
  expect(langOf({ locale: 'tr' }, 'id-ID')).toBe('tr')
  expect(langOf({}, 'fr-FR')).toBe('en')
  expect(langOf({})).toBe('en')
})
