import { afterAll, beforeAll, expect, it } from 'vitest'
import { testimony } from '#contract/sections/member/testimony.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { formOf, pictureOf } from '#tests/support/pictures.ts'
import { requestAs } from '#tests/support/request.ts'

let test: TestPlatform

beforeAll(async () => {
  test = await testPlatform()
})
afterAll(() => test.close())

it('a testimony takes words, at most five stars and a portrait, and does not depend on the permission member', async () => {
  const app = createApp(test.platform)
  const ask = requestAs(app, await makePerson(test.platform, ['get testimonial', 'create testimonial']))
  const send = (values: Readonly<Record<string, string | File>>) =>
    ask('POST', testimony.path, formOf({ name: 'Sari Dewi', text: 'Kelasnya\njelas', ...values }))
  const photo = await pictureOf(1024, 1024)
  expect((await send({ photo, rating: '5', product: 'TAB' })).body.data).toMatchObject({
    text: 'Kelasnya\njelas',
    rating: 5,
    product: 'TAB',
    is_show: true,
    sort: 1,
  })
  expect(await send({ rating: '6', product: 'EMX', text: '<script>alert(1)</script>', video: 'ftp://a.id/b' })).toMatchObject({
    status: 422,
    body: { fields: { rating: { code: 'max_value' }, product: { code: 'choice' }, text: { code: 'html' }, video: { code: 'url' } } },
  })
  expect(await send({ photo: await pictureOf(1025, 10) })).toMatchObject({
    status: 422,
    body: { fields: { photo: { code: 'image_size' } } },
  })
  const other = requestAs(app, await makePerson(test.platform, ['get member', 'create member']))
  expect((await other('GET', testimony.path)).status).toBe(403)
})
