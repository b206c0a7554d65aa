import { afterAll, beforeAll, expect, it } from 'vitest'
import { promotionBanner } from '#contract/sections/promotion/promotion-banner.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { formOf, pictureOf } from '#tests/support/pictures.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const { path } = promotionBanner
let test: TestPlatform
let ask: TestRequest
let image: File

beforeAll(async () => {
  test = await testPlatform()
  const person = await makePerson(test.platform, ['get promotion', 'create promotion', 'update promotion', 'delete promotion'])
  ask = requestAs(createApp(test.platform), person)
  image = await pictureOf(1200, 400)
})
afterAll(() => test.close())

const send = (values: Readonly<Record<string, string | File>>) =>
  ask('POST', path, formOf({ title: 'Promo', image, segmentation: 'emt,emv', start: '2026-11-01T09:00:00+07:00', ...values }))

async function made(title: string): Promise<{ id: number; ref: string }> {
  const { status, body } = await send({ title })
  expect(status).toBe(201)
  return body.data
}

it('a banner reads its segmentation with commas between, refuses what is none, and lets all stand alone', async () => {
  expect((await send({})).body.data).toMatchObject({ segmentation: ['emt', 'emv'], show: true, end: null, reference_type: 'none' })
  expect((await send({ segmentation: 'emt,vip' })).body.fields).toMatchObject({ 'segmentation.1': { code: 'choice' } })
  expect((await send({ segmentation: 'all,emt' })).body.fields).toMatchObject({ segmentation: { code: 'alone' } })
  expect((await send({ segmentation: ' , ' })).body.fields).toMatchObject({ segmentation: { code: 'required' } })
})

it('a banner takes a picture of 1200 by 400, an address where it leads to one, and an end after the start', async () => {
  const refused = await send({
    image: await pictureOf(1200, 401),
    title: '<img src=x onerror=alert(1)>',
    reference_type: 'url',
    end: '2026-10-31T09:00:00+07:00',
  })
  expect(refused).toMatchObject({
    status: 422,
    body: { fields: { title: { code: 'html' }, reference_url: { code: 'required' }, end: { code: 'before_start' } } },
  })
  expect(await send({ image: await pictureOf(1201, 10) })).toMatchObject({
    status: 422,
    body: { fields: { image: { code: 'image_size' } } },
  })
})

it('a banner is shown or not by toggle-display, and those that are keep their order through a swap', async () => {
  const before = await ask('GET', `${path}?size=100`)
  await ask('DELETE', path, { ids: before.body.data.map((row: { id: number }) => row.id) })
  const [a, b, c] = [await made('a'), await made('b'), await made('c')]
  expect((await ask('PUT', `${path}/toggle-display`, { id: b.id, show: false })).body.data).toMatchObject({ show: false, version: 2 })
  expect((await ask('PUT', `${path}/swap-sequence`, { from: c.id, to: a.ref })).status).toBe(200)
  const active = await ask('GET', `${path}?query=show:true&sort=sort asc`)
  expect(active.body.data.map((row: { title: string }) => row.title)).toEqual(['c', 'a'])
})
