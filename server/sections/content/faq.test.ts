import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { category } from '#contract/sections/content/category.ts'
import { faq } from '#contract/sections/content/faq.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let ask: TestRequest
beforeAll(async () => {
  test = await testPlatform()
  ask = requestAs(
    createApp(test.platform),
    await makePerson(test.platform, ['get content', 'create content', 'update content', 'delete content']),
  )
})
afterAll(() => test.close())

async function make(path: string, values: Record<string, unknown>) {
  const response = await ask('POST', path, values)
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}
const question = (values: Record<string, unknown> = {}) =>
  make(faq.path, { question: 'Bagaimana cara membayar?', answer: '<p>Lewat transfer.</p>', ...values })

describe('an answer', () => {
  it.each([
    ['<p>a<script>alert(1)</script></p>', '<p>a</p>'],
    ['<p><img src=x onerror="alert(1)">b</p>', '<p>b</p>'],
    ['<p onclick="alert(1)">c</p>', '<p>c</p>'],
    ['<p><a href="javascript:alert(1)">d</a></p>', '<p><a rel="noopener noreferrer" target="_blank">d</a></p>'],
    ['<svg><animate onbegin="alert(1)" attributeName=x></svg><p>e</p>', '<p>e</p>'],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe><p>f</p>', '<p>f</p>'],
  ])('%s keeps nothing that runs', async (sent, stored) => {
    const { id, answer } = await question({ answer: sent })
    expect(answer).toBe(stored)
    expect((await ask('GET', `${faq.path}/${id}`)).body.data.answer).toBe(stored)
  })

  it('of marks alone is none', async () => {
    const { status, body } = await ask('POST', faq.path, { question: 'Apa?', answer: '<script>alert(1)</script>' })
    expect([status, body.fields]).toMatchObject([422, { answer: { code: 'required' } }])
  })
})

describe('a category', () => {
  it('is one of the model faq', async () => {
    const analysis = await make(category.path, { name: 'Teknikal', model: 'analysis' })
    const right = await make(category.path, { name: 'Pembayaran', model: 'faq' })
    const { status, body } = await ask('POST', faq.path, { question: 'Apa?', answer: '<p>Itu.</p>', category: analysis.id })
    expect([status, body.fields]).toMatchObject([422, { category: { code: 'unknown_reference' } }])
    expect(await question({ category: right.ref })).toMatchObject({ category: right.id, category_name: 'Pembayaran' })
  })

  it('in use is kept, in words', async () => {
    const used = await make(category.path, { name: 'Dipakai', model: 'faq' })
    const first = await question({ category: used.id })
    await question({ category: used.id })
    const refused = await ask('DELETE', `${category.path}/${used.id}`)
    expect([refused.status, refused.body.code]).toEqual([422, 'in_use'])
    expect(refused.body.message).toContain('2')
    expect((await ask('GET', `${category.path}/${used.id}`)).status).toBe(200)
    await ask('DELETE', faq.path, { ids: [first.id] })
    const still = await ask('DELETE', `${category.path}/${used.id}`)
    expect(still.body.message).toContain('1')
  })
})

describe('hashtags', () => {
  const names = (row: { hashtag: { id: number; name: string }[] }) => row.hashtag.map(({ id, name }) => [id, name])

  it('are written in small letters without the sign, once each, with one number everywhere', async () => {
    const first = await question({ hashtag: [{ name: '#Bayar' }, { name: 'bayar ' }, { name: 'QRIS' }] })
    expect(first.hashtag).toMatchObject([{ name: 'bayar' }, { name: 'qris' }])
    const second = await question({ hashtag: [{ name: 'qris' }, { name: 'promo' }] })
    expect(names(second)[0]).toEqual(names(first)[1])
    expect(new Set([...names(first), ...names(second)].map(([id]) => id)).size).toBe(3)
  })

  it('take no number from whoever writes them', async () => {
    const { hashtag } = await question({ hashtag: [{ id: 999_999, name: 'angka' }] })
    expect(hashtag[0].id).not.toBe(999_999)
  })

  it('that several people make at once have one number', async () => {
    const made = await Promise.all(
      Array.from({ length: 4 }, (_, at) => question({ hashtag: [{ name: `sama${at % 2}` }, { name: 'serentak' }] })),
    )
    const ids = made.flatMap((row) => names(row).flatMap(([id, name]) => (name === 'serentak' ? [id] : [])))
    expect(new Set(ids).size).toBe(1)
  })
})

describe('highlights', () => {
  const path = '/content/in/v1/highlights'
  async function order(): Promise<[question: string, sort: number][]> {
    const { body } = await ask('GET', `${faq.path}/highlights?size=100`)
    return body.data.map(({ question: asked, sort }: { question: string; sort: number }) => [asked, sort])
  }
  const dense = (names: string[]) => names.map((name, at) => [name, at + 1])

  it('are added at the end, moved, and taken out, dense all the time', async () => {
    const rows = []
    for (const name of ['Satu', 'Dua', 'Tiga', 'Empat']) rows.push(await question({ question: name }))
    const [one, two, three, four] = rows
    expect((await ask('POST', path, { ids: [one.id, two.ref, three.id] })).status).toBe(200)
    expect((await ask('POST', path, { ids: [four.id, one.id] })).status).toBe(200)
    expect(await order()).toEqual(dense(['Satu', 'Dua', 'Tiga', 'Empat']))
    await ask('PUT', `${path}/${four.id}`, { sort: 1 })
    await ask('PUT', `${path}/${one.ref}`, { sort: 999 })
    expect(await order()).toEqual(dense(['Empat', 'Dua', 'Tiga', 'Satu']))
    await ask('DELETE', path, { faq_ids: [two.id] })
    expect(await order()).toEqual(dense(['Empat', 'Tiga', 'Satu']))
    expect((await ask('DELETE', faq.path, { ids: [three.id] })).status).toBe(200)
    expect(await order()).toEqual(dense(['Empat', 'Satu']))
    expect((await ask('GET', `${faq.path}/${two.id}`)).body.data.highlight).toBeNull()
  })

  it('stay dense and whole when two people reorder at once', async () => {
    const made = await Promise.all(['P', 'Q', 'R', 'S'].map((name) => question({ question: name })))
    await ask('POST', path, { ids: made.map(({ id }) => id) })
    const count = (await order()).length
    const moves = made.flatMap(({ id }, at) => [
      ask('PUT', `${path}/${id}`, { sort: at + 1 }),
      ask('PUT', `${path}/${id}`, { sort: count - at }),
    ])
    for (const { status } of await Promise.all(moves)) expect(status).toBe(200)
    const after = await order()
    expect(after.map(([, sort]) => sort)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
    expect(new Set(after.map(([name]) => name)).size).toBe(count)
  })

  it('name questions that are there, and places that are numbers', async () => {
    const { id } = await question({ question: 'Bukan sorotan' })
    const unknown = await ask('POST', path, { ids: [id, 999_999] })
    expect([unknown.status, unknown.body.fields]).toMatchObject([422, { 'ids.1': { code: 'unknown_reference' } }])
    expect((await ask('PUT', `${path}/${id}`, { sort: 1 })).status).toBe(422)
    expect((await ask('PUT', `${path}/${id}`, { sort: 0 })).status).toBe(422)
    expect((await ask('PUT', `${path}/${id}`, { sort: 'x' })).status).toBe(422)
    expect((await ask('DELETE', path, { faq_ids: [] })).status).toBe(422)
    const reader = requestAs(createApp(test.platform), await makePerson(test.platform, ['get content']))
    expect((await reader('POST', path, { ids: [id] })).status).toBe(403)
    expect((await reader('GET', `${faq.path}/highlights`)).status).toBe(200)
  })
})
