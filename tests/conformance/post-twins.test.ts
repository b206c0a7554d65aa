/** Changes that the base contract writes with GET are served with POST on the same path (docs/product/forms.md#wire-forms). */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { syncHeaders } from '#contract/sync.ts'
import { everyCall } from '#tests/support/contract-calls.ts'
import { type Documented, documented } from './document.ts'
import { makeWorld, type World } from './world.ts'

const byGet = everyCall.filter(({ kind, method }) => kind === 'mutation' && method === 'GET')

let world: World
let document: ReadonlyMap<string, Documented>
beforeAll(async () => {
  world = await makeWorld()
  document = documented(await (await world.app.request('/openapi.json')).json())
  return () => world.close()
})

it('the base contract writes five changes with GET', () => {
  expect(new Set(byGet.map(({ twinOf, name }) => twinOf ?? name)).size).toBe(5)
})

describe.each(byGet.map((call) => [call.name, call] as const))('%s', (name) => {
  const ask = async (method: string, key: string) => {
    const response = await world.app.request(document.get(name)?.path ?? '', {
      method,
      headers: { Authorization: `Bearer ${world.root}`, [syncHeaders.key]: key },
    })
    return { status: response.status, echo: response.headers.get(syncHeaders.echo), body: await response.json() }
  }

  it('is done once under one key, by whichever method', async () => {
    const key = randomUUID()
    expect(document.has(`${name}-post`)).toBe(true)
    const first = await ask('POST', key)
    expect(first).toMatchObject({ status: 200, echo: key })
    expect(await ask('GET', key)).toEqual(first)
  })
})
