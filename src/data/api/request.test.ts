import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { file, flag, rows, tags, text } from '#contract/kit/field/field.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { everyPermission, rootPermissions } from '#contract/kit/field/permission.ts'
import { inBackOffice } from '#contract/kit/section/back-office.ts'
import { type Call, call, pathParams } from '#contract/kit/section/call.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { pedia } from '#contract/sections/content/emtpedia.ts'
import { tagManager } from '#contract/sections/other/tag-manager.ts'
import { leadAssign, leadStatus, leads } from '#contract/sections/sales/leads.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { everyCall } from '#tests/support/contract-calls.ts'
import { json, openBrowser } from '#tests/support/test-browser.ts'
import { buildRequest } from '../outbox/wire/build-request.ts'
import { formBody } from '../outbox/wire/form-body.ts'
import { mutationRequest } from '../outbox/wire/mutation.ts'

const hosts = { main: 'https://main.test/', backend: 'https://backend.test', websocket: '', imageLoader: '' }
const save = call({
  name: 'test.save',
  kind: 'mutation',
  host: 'backend',
  method: 'PUT',
  path: '/test/{id}',
  permission: 'signed-in',
  encoding: 'multipart',
  body: { title: text(), labels: tags(), on: flag(), parts: rows({ name: text() }), picture: file() },
  reply: { of: 'message' },
})

test('a list request uses the list grammar, and the host and path of its section', () => {
  const list = { ...firstPage, page: 2, search: 'a, b', filters: [{ field: 'is_active', values: ['true'] }] }
  const { method, url } = buildRequest(sectionCall(bank, 'list'), { list }, { hosts })
  expect(method).toBe('GET')
  expect(url).toBe('https://main.test/transaction/in/v1/banks?page=2&query=is_active%3Atrue%2Csearch%3Aa%5C%2C+b')
})

test('the leads of the back office have a path of their own', () => {
  const list = inBackOffice(sectionCall(leads, 'one'), leads)
  expect(buildRequest(list, { params: { id: 'a/b' } }, { hosts }).url).toBe('https://main.test/crm/in/v1/lead/etf/a%2Fb')
  expect([leadStatus, leadAssign].map((each) => inBackOffice(each, leads).path)).toEqual([
    '/crm/in/v1/lead/etf/status',
    '/crm/in/v1/lead/etf/assign',
  ])
  expect(inBackOffice(sectionCall(bank, 'list'), bank).path).toBe('/transaction/in/v1/banks')
})

test('empty values stay out of a JSON body, empty lists stay in', () => {
  const jsonCall = { ...save, encoding: 'json' as const }
  const { body, headers } = buildRequest(
    jsonCall,
    { params: { id: 1 }, body: { title: '', on: false, labels: [], picture: null } },
    { hosts },
  )
  expect(JSON.parse(String(body))).toEqual({ on: false, labels: [] })
  expect(headers).toEqual({ 'Content-Type': 'application/json' })
})

test('a multipart form repeats bracketed keys, with an empty one for an empty list, and carries the file', async () => {
  const picture = { name: 'a.png', size: 3, type: 'image/png', content: new Blob(['abc'], { type: 'image/png' }) }
  const input = { params: { id: 1 }, body: { title: 'x', labels: ['a', 'b'], parts: [{ name: 'p' }], picture } }
  const { body } = buildRequest(save, { ...input, body: formBody(save, input.body) }, { hosts })
  if (!(body instanceof FormData)) throw new Error('no form')
  expect(body.getAll('labels[]')).toEqual(['a', 'b'])
  expect(body.get('parts')).toBe('[{"name":"p"}]')
  const sent = body.get('picture')
  expect(sent instanceof File && [sent.name, await sent.text()]).toEqual(['a.png', 'abc'])
  const none = formBody(save, { labels: [] })
  expect(none instanceof FormData && none.getAll('labels[]')).toEqual([''])
})

test('a call of the pedia goes to the path of the product that the installation has', () => {
  const url = (product: string) => buildRequest(sectionCall(pedia, 'one'), { params: { id: 7 } }, { hosts, product }).url
  expect([url('emt'), url('emas')]).toEqual(['https://main.test/content/in/v2/emtpedia/7', 'https://main.test/content/in/v2/emaspedia/7'])
})

test('a delete names its records in the way of its section', () => {
  const byIds = mutationRequest(
    { call: sectionCall(bank, 'remove'), section: bank, params: {}, touches: ['r1', 'r2'], patch: {}, base: null },
    { hosts, backOffice: false, product: 'emt' },
  )
  expect([byIds.method, byIds.body]).toEqual(['DELETE', '{"ids":["r1","r2"]}'])
  const remove = sectionCall(tagManager, 'remove')
  const byPath = mutationRequest(
    { call: remove, section: tagManager, params: { id: 'r1' }, touches: ['r1'], patch: {}, base: null },
    { hosts, backOffice: false, product: 'emt' },
  )
  expect([byPath.url, byPath.body]).toEqual(['https://main.test/crm/in/v1/tag-manager/r1', null])
})

test('an update sends its field mask and the version that was seen', () => {
  const wire = mutationRequest(
    {
      call: sectionCall(leads, 'update'),
      section: leads,
      params: { id: 'r' },
      touches: ['r'],
      patch: { name: 'Budi', notes: null },
      base: { version: 4, values: {} },
    },
    { hosts, backOffice: false, product: 'emt' },
  )
  expect(wire.headers).toMatchObject({ 'Update-Mask': 'name,notes', 'If-Match': '"4"' })
  expect(wire.body).toBe('{"name":"Budi"}')
})

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

async function open() {
  const browser = openBrowser({ jwt_access_token: 'first' })
  return { browser, ...(await import('./request.ts')) }
}

test('the token is read when the request is sent', async () => {
  const { browser, request } = await open()
  browser.storage.set('jwt_access_token', 'second')
  browser.answer(() => json({ data: [] }))
  await request(sectionCall(bank, 'list'), { list: firstPage })
  expect(browser.requests[0]?.headers.get('Authorization')).toBe('Bearer second')
})

test('a problem is thrown with the words and fields of the server', async () => {
  const { browser, request } = await open()
  const fields = { name: { code: 'max_length', message: 'Must be at most 5 characters', params: { max: 5 } } }
  browser.answer(() => json({ code: 'invalid', message: 'Check the form', fields }, 422))
  await expect(request(sectionCall(bank, 'list'))).rejects.toMatchObject({
    status: 422,
    code: 'invalid',
    message: 'Check the form',
    fields,
  })
})

test("a response without words throws 'Something wrong', no response 'No Internet Connection'", async () => {
  const { browser, request } = await open()
  browser.answer(() => new Response('<html>Bad gateway</html>', { status: 502 }))
  await expect(request(sectionCall(bank, 'list'))).rejects.toMatchObject({ message: 'Something wrong', status: 502, offline: false })
  browser.answer(() => Promise.reject(new TypeError('no line')))
  await expect(request(sectionCall(bank, 'list'))).rejects.toMatchObject({ message: 'No Internet Connection', offline: true })
})

test('an abort of the caller does not count as a lost connection', async () => {
  const { browser, request } = await open()
  const controller = new AbortController()
  browser.answer(() => {
    controller.abort()
    return Promise.reject(new DOMException('', 'AbortError'))
  })
  await expect(request(sectionCall(bank, 'list'), { signal: controller.signal })).rejects.not.toMatchObject({ offline: true })
  expect(browser.requests).toHaveLength(1)
})

test('a request without progress for 30 s fails', async () => {
  const { browser, request } = await open()
  vi.useFakeTimers()
  browser.answer((url) => (url === '/health/live' ? json({ status: 'ok' }) : new Promise<Response>(() => undefined)))
  const asked = expect(request(sectionCall(bank, 'list'))).rejects.toMatchObject({ offline: true })
  await vi.advanceTimersByTimeAsync(30_000)
  await asked
  vi.useRealTimers()
})

test('the early request of boot.js is used once, by the matching request', async () => {
  const { browser, request } = await open()
  const promise = Promise.resolve(json({ data: ['early'] }))
  vi.stubGlobal('window', { __early: { key: 'GET /transaction/in/v1/banks', promise } })
  browser.answer(() => json({ data: ['asked'] }))
  expect(await request(sectionCall(bank, 'list'), { list: { ...firstPage, page: 2 } })).toEqual({ data: ['asked'] })
  expect(await request(sectionCall(bank, 'list'), { list: firstPage })).toEqual({ data: ['early'] })
  expect(await request(sectionCall(bank, 'list'), { list: firstPage })).toEqual({ data: ['asked'] })
})

test('a read of a server that says nothing fails after 4 s, the early request of boot.js as well; a change may take longer', async () => {
  vi.useFakeTimers()
  const { browser, request } = await open()
  const never = () => new Promise<Response>(() => undefined)
  vi.stubGlobal('window', { __early: { key: 'GET /transaction/in/v1/banks', promise: never() } })
  browser.answer(never)
  const failed: string[] = []
  const note = (name: string, sent: Promise<unknown>) => sent.catch(({ message }: Error) => failed.push(`${name}: ${message}`))
  void note('early', request(sectionCall(bank, 'list'), { list: firstPage }))
  void note('read', request(sectionCall(bank, 'list'), { list: { ...firstPage, page: 2 } }))
  void note('change', request({ ...save, encoding: 'json' as const }, { params: { id: 1 }, body: { title: 'a' } }))
  await vi.advanceTimersByTimeAsync(4_000)
  expect(failed).toEqual(['early: No Internet Connection', 'read: No Internet Connection'])
  vi.useRealTimers()
})

test('a query is sent with any permission that it names, and never without one of them', async () => {
  const { browser, request } = await open()
  const { sessionStore } = await import('./session.ts')
  const user = { id: 1, ref: '0190a6c2-0000-7000-8000-000000000001', name: 'Sari', email: 'sari@lapangan.test' }
  const sends = async (query: Call, permissions: string[], plain = false) => {
    const session = { token: 'first', roles: ['Sales'], permissions, roleRead: [], user, plain }
    sessionStore.set({ status: 'signed-in', session, notice: null, ended: null })
    const before = browser.requests.length
    const params = Object.fromEntries(pathParams(query.path).map((name) => [name, '7']))
    await request(query, { params }).catch(() => undefined)
    return browser.requests.length > before
  }
  sessionStore.set({
    status: 'signed-in',
    session: { token: 'first', roles: [], permissions: [], roleRead: [], user },
    notice: null,
    ended: null,
  })
  await expect(request(sectionCall(bank, 'list'))).rejects.toMatchObject({
    message: 'You may not do this.',
    status: 403,
    code: 'forbidden',
  })
  const queries = everyCall.filter(({ kind }) => kind === 'query')
  expect(queries.length).toBeGreaterThan(150)
  const wrong: string[] = []
  for (const query of queries) {
    const needed: readonly string[] = [query.permission].flat()
    const isOpen = needed.includes('public') || needed.includes('signed-in')
    const others = [...everyPermission(), ...rootPermissions()].filter((each) => !needed.includes(each))
    if ((await sends(query, others)) !== isOpen) wrong.push(`${query.name} without ${needed.join(', ')}`)
    for (const each of needed) if (!(await sends(query, [each]))) wrong.push(`${query.name} with ${each}`)
    // A plain server checks its own permissions.
    if (!(await sends(query, [], true))) wrong.push(`${query.name} of a plain server`)
  }
  expect(wrong).toEqual([])
})
