import { afterAll, beforeAll, expect, it } from 'vitest'
import { changesStream } from '#contract/changes.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { stockSector } from '#contract/sections/stock/stock-sector.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type Person, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const input = { bank_name: 'BCA', account_number: '1000000', account_holder: 'PT Lapangan', bank_branch: 'Sudirman', is_active: true }

let test: TestPlatform
let app: ReturnType<typeof createApp>
let [root, reader]: Person[] = []
let ask: TestRequest
beforeAll(async () => {
  test = await testPlatform()
  app = createApp(test.platform)
  root = await makePerson(test.platform, [], 'Root', true)
  reader = await makePerson(test.platform, ['get stock'], 'Reader')
  ask = requestAs(app, root)
})
afterAll(() => test.close())

async function listen(person: Person | undefined, sections: string) {
  const headers = { Authorization: `Bearer ${person?.token}` }
  const response = await app.request(`${changesStream.path}?sections=${sections}`, { headers })
  const reading = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  return {
    response,
    next: async () => (await reading?.read())?.value?.trim().replace('\ndata: ', ' '),
    close: async () => reading?.cancel(),
  }
}

async function ready({ next, close }: Awaited<ReturnType<typeof listen>>): Promise<Record<string, number>> {
  const event = (await next()) ?? ''
  await close()
  return JSON.parse(event.replace('event: ready ', '')).ages
}

it('the stream sends changed sections to their readers, several as one event', async () => {
  const stream = await listen(root, 'bank,nothing,stock-sector')
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
  expect(await stream.next()).toContain('event: ready')
  await Promise.all([ask('POST', bank.path, input), ask('POST', bank.path, { ...input, account_number: '1000001' })])
  expect(await stream.next()).toBe('event: changed {"section":"bank"}')
  await ask('POST', stockSector.path, { name: 'Sektor Uji' })
  // The second bank may cause one more event; no other comes before the sector.
  const after = await stream.next()
  const sent = after?.includes('bank') ? await stream.next() : after
  expect(sent).toBe('event: changed {"section":"stock-sector"}')
  await stream.close()
})

it('the stream begins with how long ago each readable section changed', async () => {
  await ask('POST', stockSector.path, { name: 'Sektor Awal' })
  const before = performance.now()
  await ready(await listen(root, 'bank,stock-sector'))
  await ask('POST', bank.path, { ...input, account_number: '1000003' })
  const after = await ready(await listen(root, 'bank,stock-sector'))
  expect(Number(after.bank)).toBeLessThanOrEqual(performance.now() - before)
  expect(Number(after['stock-sector'])).toBeGreaterThan(Number(after.bank))
  expect(Object.keys(await ready(await listen(reader, 'bank,stock-sector')))).toEqual(['stock-sector'])
})

it('the stream sends nothing about unreadable sections', async () => {
  const stream = await listen(reader, 'bank,stock-sector')
  expect(await stream.next()).toContain('event: ready')
  await ask('POST', bank.path, { ...input, account_number: '1000002' })
  await ask('POST', stockSector.path, { name: 'Sektor Lain' })
  expect(await stream.next()).toBe('event: changed {"section":"stock-sector"}')
  await stream.close()
})

it('a session has a maximum of streams, not counting closed ones', async () => {
  const open = []
  for (let i = 0; i < 6; i++) {
    const stream = await listen(reader, 'bank')
    await stream.next()
    open.push(stream)
  }
  expect((await listen(reader, 'bank')).response.status).toBe(429)
  await open[0]?.close()
  await expect.poll(async () => (await listen(reader, 'bank')).response.status).toBe(200)
  await Promise.all(open.map((stream) => stream.close()))
})
