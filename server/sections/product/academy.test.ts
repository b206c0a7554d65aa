import { afterAll, beforeAll, expect, it } from 'vitest'
import { academy } from '#contract/sections/product/academy.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { onePixel } from '#tests/support/example.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const { path } = academy
let test: TestPlatform
let [ask, write]: TestRequest[] = []
beforeAll(async () => {
  test = await testPlatform()
  const app = createApp(test.platform)
  ask = requestAs(app, await makePerson(test.platform, ['get product', 'create product', 'update product', 'delete product']))
  write = requestAs(app, await makePerson(test.platform, ['create content']))
})
afterAll(() => test.close())

function form(values: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.append(name, value)
  data.append('cover', onePixel())
  return data
}

const make = async (values: Record<string, string> = {}) => {
  const made = await ask?.('POST', path, form({ title: 'Trading Academy', price: '3500000', ...values }))
  expect(made?.status, JSON.stringify(made?.body)).toBe(201)
  return made?.body.data
}

it('a program is found by its slug, which is made from its title and unique', async () => {
  const { id, slug } = await make()
  expect(slug).toBe('trading-academy')
  expect((await make()).slug).toBe('trading-academy-2')
  const found = await ask?.('GET', `${path}?query=slug:trading-academy`)
  expect(found?.body.data.map((row: { id: number }) => row.id)).toEqual([id])
  expect((await ask?.('POST', path, form({ title: 'Lain', slug: 'trading-academy' })))?.body.fields).toMatchObject({
    slug: { code: 'taken' },
  })
})

it('a program takes its lessons in a form, with places and refs of their own', async () => {
  const lessons = JSON.stringify([{ title: 'Orientasi', minutes: 60 }, { title: 'Tugas akhir' }])
  const { id, ...made } = await make({ title: 'Investing Academy', lessons })
  expect(made).toMatchObject({
    lesson_count: 2,
    minutes: 60,
    lessons: [
      { title: 'Orientasi', sort: 1 },
      { title: 'Tugas akhir', sort: 2 },
    ],
  })
  const [one, two] = made.lessons
  const put = await ask?.('PUT', `${path}/${id}`, { lessons: [two, one] }, { 'Update-Mask': 'lessons' })
  expect(put?.body.data.lessons).toMatchObject([
    { ref: two.ref, sort: 1 },
    { ref: one.ref, sort: 2 },
  ])
})

it('a program is shown and hidden by its id', async () => {
  const { id } = await make({ title: 'Kelas Persiapan' })
  expect((await ask?.('PUT', `${path}/show-hide`, { id, is_show: true }))?.body.data).toMatchObject({ is_show: true })
})

it('program/category offers those of education, in their order, to people of products', async () => {
  for (const [name, model] of [
    ['Teknikal', 'education'],
    ['Harian', 'analysis'],
    ['Dividen', 'education'],
  ])
    await write?.('POST', '/content/in/v1/category', { name, model })
  const offered = await ask?.('GET', `${path}/category`)
  expect(offered?.body.data.map(({ name }: { name: string }) => name)).toEqual(['Teknikal', 'Dividen'])
  expect((await ask?.('POST', '/content/in/v1/category', { name: 'X', model: 'faq' }))?.status).toBe(403)
})
