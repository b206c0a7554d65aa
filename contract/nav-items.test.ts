import { expect, it } from 'vitest'
import { passes, rootPermissions } from './kit/field/permission.ts'
import type { Report } from './kit/report/report.ts'
import type { Section } from './kit/section/section.ts'
import { navGroups } from './kit/section/section-options.ts'
import { viewsOf } from './kit/section/view.ts'
import { navAreas, navItems } from './nav-items.ts'
import { publicPages } from './public-pages.ts'
import { reports } from './reports/index.ts'
import { reportScreens } from './reports/screens.ts'
import { sections } from './sections/index.ts'

const nav = await navItems()

const groupOf = (name: string) => nav.find((item) => item.name === name)?.group

it('the navigation has the order of docs/product/access.md#order-of-the-navigation', () => {
  const inGroup = (wanted: string) => nav.filter(({ group }) => group === wanted).map(({ name }) => name)
  expect(Object.fromEntries(navGroups.map((group) => [group, inGroup(group).join(' ')]))).toEqual({
    main: 'dashboard',
    content: 'post for-you faq emtpedia slider category',
    stock:
      'recommendation recommendation-add-buy portofolio analysis tanya-saham tanya-saham-algo performance stock stock-sector bot-conversation',
    product: 'membership academy event online-class merchandise',
    promotion: 'push-notification ticker campaign promotion-code promotion-banner popup-promotion landing-page newsletter',
    member: 'member member-cuti testimony',
    sales: 'report-quantity report-score-board report-activity leads transaction reward chat-platform',
    auth: 'user role security-log',
    settings: 'bank setting-bot-saham',
    other: 'short-link auto-text tag-manager whatsapp-number',
  })
})

it('the navigation has WhatsApp numbers under Other', () => {
  expect([groupOf('whatsapp-number'), groupOf('bank')]).toEqual(['other', 'settings'])
})

it('the navigation shows the security log to Root alone, under Auth', () => {
  const gate = nav.find((item) => item.name === 'security-log')?.gate
  const others = rootPermissions().filter((permission) => permission !== 'get security-log')
  expect(groupOf('security-log')).toBe('auth')
  expect([rootPermissions(), others].map((permissions) => passes(gate, { roles: [], permissions }))).toEqual([true, false])
})

it('the navigation starts a buy at its own address and with its own key', () => {
  const item = nav.find(({ name }) => name === 'recommendation-add-buy')
  expect(item).toMatchObject({ path: '/recommendation-add-buy', to: '/recommendation/add?action=buy', shortcut: '.', group: 'stock' })
  expect(nav.find(({ name }) => name === 'recommendation')).toMatchObject({ shortcut: ',' })
  expect(['get stock', 'create stock'].map((permission) => passes(item?.gate, { roles: [], permissions: [permission] }))).toEqual([
    false,
    true,
  ])
})

it('begins the sales group with the reports, for those who may read them, and has none in back-office mode', async () => {
  const sales = nav.filter(({ group }) => group === 'sales').slice(0, 3)
  expect(sales.map(({ path }) => path)).toEqual(['/report/quantity', '/report/score-board', '/report/activity/list'])
  const { others } = await navAreas()
  const find = (name: string) => others.find((area) => area.name === name)
  expect(find('report')).toMatchObject({ path: '/report/quantity', gate: sales[0]?.gate })
  expect(find('report-activity-history')).toMatchObject({ path: '/report/activity/history', gate: sales[2]?.gate })
  for (const item of [...sales, find('report'), find('report-activity-history')]) {
    expect(item?.hiddenInBackOffice).toBe(true)
    const opens = (permission: string) => passes(item?.gate, { roles: [], permissions: [permission] })
    const isActivity = item?.path.startsWith('/report/activity/') ?? false
    expect(['get sales-report', 'get sales-activity', 'get transaction'].map(opens)).toEqual([!isActivity, isActivity, false])
  }
})

it('reports of one screen share what the screen has once: the dates of its period and its permission', async () => {
  for (const { reports: names } of Object.values(reportScreens)) {
    const shared = await Promise.all(names.map(async (name) => (await reports[name]()) satisfies Report))
    expect(new Set(shared.map(({ permission, period, backOffice }) => JSON.stringify([permission, period, backOffice]))).size).toBe(1)
  }
})

it('no section has the name of a public page of the API', () => {
  expect(nav.filter(({ name }) => publicPages.some((page) => page === name))).toEqual([])
})

it('hides in back-office mode what docs/product/access.md names, and nothing else', async () => {
  const hidden = [...nav, ...(await navAreas()).others].flatMap(({ name, hiddenInBackOffice }) => (hiddenInBackOffice ? [name] : []))
  expect(hidden.sort()).toEqual([
    'bank',
    'chat-platform',
    'knowledge',
    'landing-page',
    'leads',
    'member-cuti',
    'merchandise',
    'performance',
    'report',
    'report-activity',
    'report-activity-history',
    'report-quantity',
    'report-score-board',
    'reward',
    'setting-bot-saham',
    'tag-manager',
    'tanya-saham-algo',
    'whatsapp-number',
  ])
})

it('hides views of sections that it shows', async () => {
  const all = await Promise.all(Object.values(sections).map((load): Promise<Section> => load()))
  const hidden = all.flatMap((each) => viewsOf(each).flatMap(({ at, backOffice }) => (backOffice ? [`${each.name}/${at}`] : [])))
  expect(hidden.sort()).toEqual(['analysis/alert', 'analysis/latest', 'transaction/restore'])
})
