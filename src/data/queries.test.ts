import { afterEach, expect, test, vi } from 'vitest'
import { json, openBrowser } from './test-browser.ts'

afterEach(() => vi.unstubAllGlobals())

async function open(status: number) {
  vi.resetModules()
  const browser = openBrowser({})
  browser.answer((url) => (url.endsWith('/config.json') ? json({ hosts: {} }) : json({ data: [] }, status)))
  const asked = () =>
    browser.requests.map(({ url }) => new URL(url, 'https://console.test')).filter(({ pathname }) => pathname !== '/config.json')
  return { asked, ...(await import('./queries.ts')), ...(await import('./query-client.ts')), ...(await import('./chat/rooms.ts')) }
}

test('all salespeople are asked for at once: those whose role is like sales, and who are active', async () => {
  const app = await open(200)
  await app.queryClient.fetchQuery(app.optionsOptions('sales-user'))
  const [url] = app.asked()
  expect(url?.pathname).toBe('/admin/in/v1/users')
  expect(url?.searchParams.get('size')).toBe('100000')
  expect(url?.searchParams.get('query')).toBe('similar_role:sales,is_active:true')
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
