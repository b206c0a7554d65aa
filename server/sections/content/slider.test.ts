import { afterAll, beforeAll, expect, it } from 'vitest'
import { slider } from '#contract/sections/content/slider.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { formOf, pictureOf } from '#tests/support/pictures.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

let test: TestPlatform
let ask: TestRequest

beforeAll(async () => {
  test = await testPlatform()
  const person = await makePerson(test.platform, ['get content', 'create content', 'update content', 'delete content'])
  ask = requestAs(createApp(test.platform), person)
})
afterAll(() => test.close())

const send = async (values: Readonly<Record<string, string | File>>) =>
  ask('POST', slider.path, formOf({ title: 'Kelas baru', placement: 'blog', image: await pictureOf(1920, 1080), ...values }))

it('a slide takes a picture of 1920 by 1080, and none that is larger', async () => {
  expect((await send({ sort: '2' })).body.data).toMatchObject({ placement: 'blog', sort: 2, is_active: true, campaign_end: null })
  for (const image of [await pictureOf(1921, 100), await pictureOf(100, 1081)])
    expect(await send({ image })).toMatchObject({
      status: 422,
      body: { fields: { image: { code: 'image_size', params: { width: 1920, height: 1080 } } } },
    })
  const disguised = new File(['<script>alert(1)</script>'], 'a.png', { type: 'image/png' })
  expect(await send({ image: disguised })).toMatchObject({ status: 422, body: { fields: { image: { code: 'file_type' } } } })
})

it('a slide refuses HTML, a link that is none, and an end before the start', async () => {
  const refused = await send({
    title: '<b onclick=x()>Promo</b>',
    link: 'javascript:alert(1)',
    campaign_start: '2026-12-02T10:00:00+07:00',
    campaign_end: '2026-12-01T10:00:00+07:00',
  })
  expect(refused).toMatchObject({
    status: 422,
    body: { fields: { title: { code: 'html' }, link: { code: 'url' }, campaign_end: { code: 'before_start' } } },
  })
})

it('a slide keeps its picture when only its switch changes, and a delete answers Success delete', async () => {
  const { data } = (await send({})).body
  const off = await ask('PUT', `${slider.path}/${data.id}`, formOf({ is_active: 'false' }), { 'Update-Mask': 'is_active' })
  expect(off.body.data).toMatchObject({ is_active: false, image: data.image, title: data.title })
  const removed = await ask('DELETE', `${slider.path}/${data.ref}`)
  expect(removed).toMatchObject({ status: 200, body: { message: 'Success delete', success_entities: [{ message: 'Success delete' }] } })
})
