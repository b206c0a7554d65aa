import { afterAll, beforeAll, expect, it } from 'vitest'
import { popupPromotion } from '#contract/sections/promotion/popup-promotion.ts'
import { createApp } from '#server/app.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { formOf, pictureOf } from '#tests/support/pictures.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'

const { path } = popupPromotion
const notSet = '0001-01-01T00:00:00'
let test: TestPlatform
let ask: TestRequest
let banner_url: File

beforeAll(async () => {
  test = await testPlatform()
  ask = requestAs(createApp(test.platform), await makePerson(test.platform, ['get promotion', 'create promotion', 'update promotion']))
  banner_url = await pictureOf(1080, 1350)
})
afterAll(() => test.close())

const form = (values: Readonly<Record<string, string | File>>) =>
  formOf({ title: 'Promo gajian', banner_url, segmentation: 'new_member,expiring_emt,expiring_emv', frequency: 'daily', ...values })

it('a popup marks dates that are not set, takes the marker back as none, and keeps those that are', async () => {
  const { status, body } = await ask('POST', path, form({}))
  expect(status, JSON.stringify(body)).toBe(201)
  expect(body.data).toMatchObject({
    segmentation: ['new_member', 'expiring_emt', 'expiring_emv'],
    campaign_start_date: notSet,
    campaign_end_date: notSet,
    landing_custom_id: null,
    is_active: true,
  })
  const start = '2026-12-01T02:00:00.000Z'
  const back = await ask('PUT', `${path}/${body.data.id}`, form({ campaign_start_date: start, campaign_end_date: notSet }))
  expect(back).toMatchObject({ status: 200, body: { data: { campaign_start_date: start, campaign_end_date: notSet } } })
})

it('a popup refuses an end before the start, a picture that is too large, HTML, and whom nobody knows', async () => {
  const bad = form({
    title: '<svg onload=alert(1)>',
    segmentation: 'new_member,everyone',
    campaign_start_date: '2026-12-02T09:00:00+07:00',
    campaign_end_date: '2026-12-01T09:00:00+07:00',
  })
  expect((await ask('POST', path, bad)).body.fields).toMatchObject({
    title: { code: 'html' },
    'segmentation.1': { code: 'choice' },
    campaign_end_date: { code: 'before_start' },
  })
  const large = form({ banner_url: await pictureOf(1081, 10) })
  expect((await ask('POST', path, large)).body.fields).toMatchObject({ banner_url: { code: 'image_size' } })
})
