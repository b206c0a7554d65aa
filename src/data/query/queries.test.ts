import { afterEach, describe, expect, test, vi } from 'vitest'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { json, openBrowser } from '#tests/support/test-browser.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  for (const module of ['../cache/cached-rows.ts', '../api/request.ts']) vi.doUnmock(module)
})

async function open(status: number) {
  vi.resetModules()
  const browser = openBrowser({})
  browser.answer((url) => (url.endsWith('/config.json') ? json({ hosts: {} }) : json({ data: [] }, status)))
  const asked = () =>
    browser.requests.map(({ url }) => new URL(url, 'https://console.test')).filter(({ pathname }) => pathname !== '/config.json')
  return {
    asked,
    answer: browser.answer,
    ...(await import('./queries.ts')),
    ...(await import('./option-queries.ts')),
    ...(await import('./query-client.ts')),
    ...(await import('../chat/rooms.ts')),
  }
}

test('all salespeople are asked for at once: those whose role is like sales, and who are active', async () => {
  const app = await open(200)
  await app.queryClient.fetchQuery(app.optionsOptions('user/sales'))
  const [url] = app.asked()
  expect(url?.pathname).toBe('/admin/in/v1/users')
  expect(url?.searchParams.get('size')).toBe('100000')
  expect(url?.searchParams.get('query')).toBe('similar_role:sales,is_active:true')
})

describe('in back-office mode', () => {
  const inOffice = async () => {
    const app = await open(200)
    const { configStore } = await import('../api/config.ts')
    configStore.set({ ...configStore.get(), backOffice: true })
    return app
  }

  test('portfolios are read neither as a list nor one by one', async () => {
    const app = await inOffice()
    const { portofolio } = await import('#contract/sections/stock/portofolio.ts')
    const { trashOptions } = await import('./trash.ts')
    const list = { ...firstPage, page: 3 }
    const empty = { data: [], total_record: 0, current_page: 1 }
    expect(await app.queryClient.fetchQuery(app.listOptions(portofolio, list))).toMatchObject(empty)
    expect(await app.queryClient.fetchQuery(trashOptions(portofolio, list))).toMatchObject(empty)
    await expect(app.queryClient.fetchQuery(app.oneOptions(portofolio, 'a'))).rejects.toMatchObject({ status: 404 })
    expect(app.asked()).toEqual([])
  })

  test('a member is asked for with the company, and leads on a path of their own', async () => {
    const app = await inOffice()
    const { member } = await import('#contract/sections/member/member.ts')
    const { leads } = await import('#contract/sections/sales/leads.ts')
    app.answer(() => json({ data: { id: 7, ref: 'seven' } }))
    await app.queryClient.fetchQuery(app.oneOptions(member, 'seven'))
    await app.queryClient.fetchQuery(app.oneOptions(leads, 'seven'))
    expect(app.asked().map(({ pathname, search }) => pathname + search)).toEqual([
      '/member/in/v1/members/seven?query=company_code%3AETF',
      '/crm/in/v1/lead/etf/seven',
    ])
  })

  test('lists, counts, choices and the trash of members are of the company that its details are of', async () => {
    const app = await inOffice()
    const { member } = await import('#contract/sections/member/member.ts')
    const { trashOptions } = await import('./trash.ts')
    app.answer(() => json({ data: [], total_record: 0, current_page: 1, page_size: 10, next_page: 0, total_page: 0 }))
    const filtered = { ...firstPage, filters: [{ field: 'status', values: ['active'] }] }
    await app.queryClient.fetchQuery(app.listOptions(member, firstPage))
    await app.queryClient.fetchQuery(app.listOptions(member, { ...filtered, size: 1 }))
    await app.queryClient.fetchQuery(app.foundOptions('member', 'sari'))
    await app.queryClient.fetchQuery(app.namedOptions('member', ['7']))
    await app.queryClient.fetchQuery(trashOptions(member, firstPage))
    const queries = app.asked().map(({ searchParams }) => searchParams.get('query'))
    expect(queries).toEqual([
      'company_code:ETF',
      'status:active,company_code:ETF',
      'company_code:ETF,search:sari',
      'id:7,company_code:ETF',
      'company_code:ETF',
    ])
  })
})

const tag = (id: number) => ({ id, ref: `ref-${id}`, name: `tag ${id}` })
/** A tag manager of 2,345 tags that answers a page at a time, a search, and ids. */
function tagManagerOf(url: string): Response {
  const { searchParams } = new URL(url, 'https://console.test')
  const [page, size] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('size') ?? 10)]
  const query = searchParams.get('query') ?? ''
  const all = Array.from({ length: 2_345 }, (_, at) => tag(at + 1)).filter(({ id, name }) =>
    query.startsWith('search:') ? name.includes(query.slice(7)) : query === '' || query.split(',').includes(`id:${id}`),
  )
  const data = all.slice((page - 1) * size, page * size)
  const pages = Math.ceil(all.length / size)
  return json({
    data,
    current_page: page,
    page_size: size,
    next_page: page < pages ? page + 1 : 0,
    total_page: pages,
    total_record: all.length,
  })
}

test('the detail of a tag is found beyond the first thousand', async () => {
  const app = await open(200)
  app.answer((url) => (url.endsWith('/config.json') ? json({ hosts: {} }) : tagManagerOf(url)))
  const { tagManager } = await import('#contract/sections/other/tag-manager.ts')
  expect(await app.queryClient.fetchQuery(app.oneOptions(tagManager, 'ref-2345'))).toMatchObject({ id: 2_345 })
  expect(await app.queryClient.fetchQuery(app.oneOptions(tagManager, 1_500))).toMatchObject({ name: 'tag 1500' })
  await expect(app.queryClient.fetchQuery(app.oneOptions(tagManager, 'ref-0'))).rejects.toMatchObject({ status: 404 })
})

test('without a network a record of the device comes before a row of an older list, though the mark that it is there was lost', async () => {
  const row = { id: 7, ref: 'seven', city: 'Before', version: 1 }
  vi.doMock('../cache/cached-rows.ts', () => ({ readCached: async () => ({ ...row, city: 'After', version: 2 }) }))
  vi.doMock('../api/request.ts', async () => {
    const { offlineError } = await import('../api/api-error.ts')
    return { request: () => Promise.reject(offlineError()) }
  })
  const app = await open(200)
  const { leads } = await import('#contract/sections/sales/leads.ts')
  const { queryKeys } = await import('./query-keys.ts')
  app.queryClient.setQueryData(queryKeys.list('leads', firstPage), { data: [row] })
  expect(await app.queryClient.fetchQuery({ ...app.oneOptions(leads, 'seven'), retry: false })).toMatchObject({ city: 'After' })
})

test('options beyond those that the device has are found by text, and named by id', async () => {
  const app = await open(200)
  app.answer((url) => (url.endsWith('/config.json') ? json({ hosts: {} }) : tagManagerOf(url)))
  expect((await app.queryClient.fetchQuery(app.foundOptions('tag-manager', '2344'))).map(({ label }) => label)).toEqual(['tag 2344'])
  expect((await app.queryClient.fetchQuery(app.namedOptions('tag-manager', ['2000', '7']))).map(({ id }) => id)).toEqual([7, 2_000])
})

test('the list of chats is asked for six times, a second apart, before it counts as failed', async () => {
  const app = await open(500)
  vi.useFakeTimers()
  const list = { page: 1, size: 20, sort: null, search: '', filters: [] }
  const failing = expect(app.queryClient.fetchQuery(app.roomListOptions(list))).rejects.toMatchObject({ status: 500 })
  await vi.advanceTimersByTimeAsync(4_999)
  expect(app.asked().length).toBe(5)
  await vi.advanceTimersByTimeAsync(1)
  await failing
  await vi.advanceTimersByTimeAsync(60_000)
  expect(app.asked().length).toBe(6)
  vi.useRealTimers()
})
