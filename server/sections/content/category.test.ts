import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { category } from '#contract/sections/content/category.ts'
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

const { path } = category
async function make(values: Record<string, unknown>) {
  const response = await ask('POST', path, { model: 'education', ...values })
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}
/** Ordered names of a model with positions. */
async function order(model: string): Promise<[name: string, place: number][]> {
  const { body } = await ask('GET', `${path}?query=model:${model}&sort=sequence asc&size=100`)
  return body.data.map(({ name, sequence }: { name: string; sequence: number }) => [name, sequence])
}

describe('slug', () => {
  it('is made from the name, with a number where another has it', async () => {
    const slugs = []
    for (const name of ['Psikologi Trading', 'psikologi trading!', 'PE', 'Edit', 'سهم', 'سوق']) slugs.push((await make({ name })).slug)
    expect(slugs).toEqual(['psikologi-trading', 'psikologi-trading-2', 'category-pe', 'category-edit', 'category', 'category-2'])
  })

  it('is one of each, when several people save the same name at once', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => make({ name: 'Bersamaan' })))
    expect(made.map(({ slug }) => slug).sort()).toEqual(['bersamaan', 'bersamaan-2', 'bersamaan-3', 'bersamaan-4'])
  })

  it('stays whatever the name becomes, and is made again where it is cleared by name', async () => {
    await make({ name: 'Dividen' })
    const { id, slug } = await make({ name: 'Dividen' })
    const put = async (values: Record<string, unknown>) =>
      (await ask('PUT', `${path}/${id}`, { model: 'education', ...values })).body.data.slug
    expect([
      slug,
      await put({ name: 'Dividen' }),
      await put({ name: 'Dividen Tunai', slug }),
      await put({ name: 'Dividen Tunai' }),
      await put({ name: 'Dividen Tunai', slug: null }),
    ]).toEqual(['dividen-2', 'dividen-2', 'dividen-2', 'dividen-2', 'dividen-2'])
    const cleared = await ask('PUT', `${path}/${id}`, { slug: null }, { 'Update-Mask': 'slug' })
    expect(cleared.body.data.slug).toBe('dividen-tunai')
  })

  it('that a person gave is refused where another has it, or it is none', async () => {
    await make({ name: 'Valuasi', slug: 'valuasi' })
    const given = async (slug: string) => {
      const { status, body } = await ask('POST', path, { name: 'Lain', model: 'faq', slug })
      return [status, body.fields?.slug?.code]
    }
    expect(await given('valuasi')).toEqual([422, 'taken'])
    expect(await given('ab')).toEqual([422, 'min_length'])
    expect(await given('add')).toEqual([422, 'reserved'])
    expect(await given('<script>alert(1)</script>')).toEqual([422, 'html'])
    expect(await given('../etc')).toEqual([422, 'slug'])
    expect(await given('x'.repeat(10_000))).toEqual([422, 'max_length'])
  })
})

describe('order', () => {
  it('is one of each model, dense, whoever moves at once', async () => {
    const rows = []
    for (const name of ['A', 'B', 'C', 'D']) rows.push(await make({ name, model: 'faq' }))
    await make({ name: 'X', model: 'analysis' })
    const [a, b, c, d] = rows
    const swap = (from: { id: number }, to: { id: number }) => ask('PUT', `${path}/swap-sequence`, { from: from.id, to: to.id })
    const both = await Promise.all([swap(a, c), swap(d, b), swap(b, a)])
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200])
    const after = await order('faq')
    expect(after.map(([, place]) => place)).toEqual([1, 2, 3, 4])
    expect(after.map(([name]) => name).sort()).toEqual(['A', 'B', 'C', 'D'])
    expect(await order('analysis')).toEqual([['X', 1]])
  })

  it('of two models cannot be mixed', async () => {
    const [one, other] = [await make({ name: 'One', model: 'faq' }), await make({ name: 'Other', model: 'analysis' })]
    const { status, body } = await ask('PUT', `${path}/swap-sequence`, { from: one.id, to: other.id })
    expect([status, body.fields]).toMatchObject([422, { to: { code: 'choice' } }])
  })

  it('has a category last in the model that it moves to, and closes its gap', async () => {
    const before = await order('faq')
    const moved = (await ask('GET', `${path}?query=model:faq,search:B`)).body.data[0]
    const { body } = await ask('PUT', `${path}/${moved.id}`, { name: 'B', model: 'analysis' })
    expect(body.data.sequence).toBe((await order('analysis')).length)
    expect(await order('faq')).toEqual(before.filter(([name]) => name !== 'B').map(([name], at) => [name, at + 1]))
    expect((await order('analysis')).map(([, place]) => place)).toEqual([1, 2, 3])
  })
})
