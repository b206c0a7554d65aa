import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pedia } from '#contract/sections/content/emtpedia.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const permissions = ['get content', 'create content', 'update content', 'delete content']
let test: TestPlatform
let ask: TestRequest
beforeAll(async () => {
  test = await testPlatform()
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, permissions))
})
afterAll(() => test.close())

function form(values: Readonly<Record<string, string | number>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries({ definition: '<p>Arti</p>', ...values })) data.append(name, String(value))
  return data
}
async function make(values: Readonly<Record<string, string | number>>) {
  const response = await ask('POST', pedia.path, form(values))
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}

it.each([
  ['breakout', 'B'],
  ['IHSG', 'I'],
  ['3 Bar Play', '#'],
  ['سهم', '#'],
])('%s stands under %s, and is a draft at first', async (term, letter) => {
  expect(await make({ term })).toMatchObject({ letter, status: 'draft', related: [], image: null })
})

it('a term that others name is kept until they do no longer', async () => {
  const bid = await make({ term: 'Bid' })
  const offer = await make({ term: 'Offer', 'related[]': bid.id })
  expect(offer.related).toEqual([bid.id])
  const refused = await ask('DELETE', `${pedia.path}/${bid.id}`)
  expect([refused.status, refused.body.code]).toEqual([422, 'in_use'])
  expect((await ask('DELETE', `${pedia.path}/${offer.id}`)).status).toBe(200)
  expect((await ask('DELETE', `${pedia.path}/${bid.id}`)).status).toBe(200)
})

it('a definition keeps nothing executable', async () => {
  const { definition } = await make({ term: 'XSS', definition: '<p>x<script>alert(1)</script><img src=x onerror=alert(1)></p>' })
  expect(definition).not.toMatch(/script|onerror/)
})

describe('of another product', () => {
  it('stands at its own path, and at no other', async () => {
    const gold = await testPlatform({ PRODUCT: 'emas' })
    const there = requestAs(createApp(gold.platform), await makePerson(gold.platform, permissions))
    const { status, body } = await there('POST', '/content/in/v2/emaspedia', form({ term: 'Karat' }))
    expect(status).toBe(201)
    expect((await there('GET', `/content/in/v2/emaspedia/${body.data.id}`)).body.data.term).toBe('Karat')
    expect((await there('GET', '/content/in/v2/emtpedia')).status).toBe(404)
    await gold.close()
  })
})
