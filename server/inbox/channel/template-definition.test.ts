import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { findProblem, isPlain, noValues, type Template, type TemplateValues, templateText } from '#contract/chat/template.ts'
import { composeTemplate } from '#contract/chat/template-components.ts'
import { definition, readDefinition } from './template-definition.ts'

type Parts = readonly Record<string, unknown>[]

const read = (components: Parts, more: Record<string, unknown> = {}): Template =>
  readDefinition(v.parse(definition, { name: 'contoh', language: 'id', status: 'APPROVED', components, ...more }))

const body = (text: string) => ({ type: 'BODY', text })
const fixed = body('Sampai jumpa.')
const buttons = (...list: Parts) => ({ type: 'BUTTONS', buttons: list })
const now = Date.parse('2026-11-28T00:00:00Z')
const picture = { type: 'image/jpeg', id: '2754859441498001', name: 'poster.jpg' }
const bill = { type: 'application/pdf', id: '2754859441498002', name: 'tagihan.pdf' }
const office = { latitude: '-6.2297', longitude: '106.8295', name: 'Kantor', address: 'Jl. Contoh 1' }

/** Components as they go, or the problem for which they do not. */
function send(template: Template, values: Partial<TemplateValues> = {}, media: typeof picture | null = null, ref = 'm1') {
  const all = { ...noValues, ...values }
  return findProblem(template, all, media, now) ?? composeTemplate(template, all, media, ref)
}

describe('components of a template', () => {
  it('S1: values of a body', () => {
    expect(send(read([body('Halo {{1}}, kelas {{2}}')]), { body: ['Rina', 'EMT'] })).toEqual([
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Rina' },
          { type: 'text', text: 'EMT' },
        ],
      },
    ])
  })

  it('S2: named values', () => {
    expect(send(read([body('Halo {{nama}}')], { parameter_format: 'NAMED' }), { body: ['Rina'] })).toEqual([
      { type: 'body', parameters: [{ type: 'text', parameter_name: 'nama', text: 'Rina' }] },
    ])
  })

  it('S3: nothing without variables', () => {
    expect(send(read([fixed]))).toEqual([])
    expect(isPlain(read([fixed, { type: 'FOOTER', text: 'Tim' }]))).toBe(true)
  })

  it('S4: a value of the header', () => {
    const template = read([{ type: 'HEADER', format: 'TEXT', text: 'Kelas {{1}}' }, fixed])
    expect(send(template, { header: 'EMT' })).toEqual([{ type: 'header', parameters: [{ type: 'text', text: 'EMT' }] }])
    expect(send(template)).toMatchObject({ field: 'template_header', code: 'required' })
    expect(send(template, { header: 'x'.repeat(55) })).toMatchObject({ code: 'max_length', params: { max: 60 } })
    expect(isPlain(template)).toBe(false)
  })

  it('S5: a picture', () => {
    const template = read([{ type: 'HEADER', format: 'IMAGE' }, fixed])
    expect(send(template, {}, picture)).toEqual([{ type: 'header', parameters: [{ type: 'image', image: { id: '2754859441498001' } }] }])
    expect(send(template)).toMatchObject({ field: 'media', code: 'required' })
    expect(send(template, {}, { ...picture, type: 'image/webp' })).toMatchObject({ code: 'file_type' })
  })

  it('S6: a PDF, and no other document', () => {
    const template = read([{ type: 'HEADER', format: 'DOCUMENT' }, fixed])
    expect(send(template, {}, bill)).toEqual([
      { type: 'header', parameters: [{ type: 'document', document: { id: '2754859441498002', filename: 'tagihan.pdf' } }] },
    ])
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    expect(send(template, {}, { ...bill, type: docx })).toMatchObject({ field: 'media', code: 'template_pdf' })
  })

  it('S7: a place with all four parts', () => {
    const template = read([{ type: 'HEADER', format: 'LOCATION' }, fixed])
    expect(send(template, { location: office })).toEqual([{ type: 'header', parameters: [{ type: 'location', location: office }] }])
    expect(send(template, { location: { ...office, address: '' } })).toMatchObject({ field: 'template_location.address', code: 'required' })
    for (const latitude of ['', '91', 'enam', '1e1', '-6.2,1', ' 6'])
      expect(send(template, { location: { ...office, latitude } })).toMatchObject({ code: 'coordinate' })
    expect(send(template, { location: { ...office, longitude: '-180' } })).toHaveLength(1)
  })

  it('S8: the end of an address, at its place among all buttons', () => {
    const template = read([
      fixed,
      buttons({ type: 'PHONE_NUMBER', text: 'Telepon' }, { type: 'URL', text: 'Buka', url: 'https://example.com/k/{{1}}' }),
    ])
    const url = (text: string) => [{ type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text }] }]
    expect(send(template, { buttons: { 1: 'emt 12' } })).toEqual(url('emt%2012'))
    expect(send(template, { buttons: { 1: 'kelas/é?a=1&b=2#x' } })).toEqual(url('kelas/%C3%A9?a=1&b=2#x'))
    expect(send(template, { buttons: { 1: 'a\ud800b' } })).toEqual(url('ab'))
    expect(send(template, { buttons: { 0: 'emt' } })).toMatchObject({ field: 'template_buttons.1', code: 'required' })
    expect(send(template, { buttons: { 1: 'é'.repeat(700) } })).toMatchObject({ code: 'max_length', params: { max: 2_000 } })
  })

  it('S9: quick replies name what they answer', () => {
    const template = read([fixed, buttons({ type: 'QUICK_REPLY', text: 'Ya' }, { type: 'QUICK_REPLY', text: 'Tidak' })])
    const reply = (at: number) => ({
      type: 'button',
      sub_type: 'quick_reply',
      index: String(at),
      parameters: [{ type: 'payload', payload: `c7:${at}` }],
    })
    expect(send(template, {}, null, 'c7')).toEqual([reply(0), reply(1)])
  })

  it('S10: a code of 15 letters at most', () => {
    const template = read([fixed, buttons({ type: 'COPY_CODE', text: 'Salin' })])
    expect(send(template, { buttons: { 0: 'HEMAT25' } })).toEqual([
      { type: 'button', sub_type: 'copy_code', index: '0', parameters: [{ type: 'coupon_code', coupon_code: 'HEMAT25' }] },
    ])
    expect(send(template, { buttons: { 0: 'HEMATHEMATHEMAT2' } })).toMatchObject({ code: 'max_length', params: { max: 15 } })
  })

  it('S11: the end of an offer in milliseconds', () => {
    const template = read([fixed, { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Diskon', has_expiration: true } }])
    const offerUntil = '2026-12-01T12:00:00+07:00'
    expect(send(template, { offerUntil })).toEqual([
      {
        type: 'limited_time_offer',
        parameters: [{ type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: 1_796_101_200_000 } }],
      },
    ])
    expect(send(template)).toMatchObject({ field: 'template_offer_until', code: 'required' })
    expect(send(template, { offerUntil: '2026-11-27T00:00:00Z' })).toMatchObject({ code: 'future' })
    expect(send(read([fixed, { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Diskon' } }]))).toEqual([])
  })

  it('S12: nothing for a carousel, an empty variable, or a paused template', () => {
    expect(send(read([fixed, { type: 'CAROUSEL', cards: [] }]))).toEqual({ field: 'template', code: 'template_part' })
    expect(send(read([body('Halo {{1}}, {{2}}')]), { body: ['Rina', ' '] })).toEqual({ field: 'values.1.value', code: 'required' })
    expect(send(read([fixed], { status: 'PAUSED' }))).toEqual({ field: 'template', code: 'template_status' })
    for (const status of ['PENDING', 'IN_APPEAL', 'REJECTED', 'DISABLED', 'ARCHIVED', 'LOCKED', 'LIMIT_EXCEEDED', 'NEW', ''])
      expect(send(read([fixed], { status }))).toMatchObject({ code: 'template_status' })
  })

  it('all parts together, in their order', () => {
    const template = read([
      { type: 'HEADER', format: 'IMAGE' },
      body('Halo {{2}} dan {{1}}'),
      { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Diskon', has_expiration: true } },
      buttons({ type: 'COPY_CODE', text: 'Salin' }, { type: 'URL', text: 'Buka', url: 'https://example.com/{{1}}' }),
    ])
    const values = { body: ['satu', 'dua'], buttons: { 0: 'A1', 1: 'x' }, offerUntil: '2026-12-01T05:00:00Z' }
    expect(send(template, values, picture)).toMatchObject([
      { type: 'header' },
      { type: 'body', parameters: [{ text: 'satu' }, { text: 'dua' }] },
      { type: 'limited_time_offer' },
      { sub_type: 'copy_code', index: '0' },
      { sub_type: 'url', index: '1' },
    ])
    expect(templateText(template, { ...noValues, ...values })).toBe('Diskon\nHalo dua dan satu')
  })
})

it.each<[title: string, components: Parts, blocker: string | null, more?: Record<string, unknown>]>([
  ['a carousel', [fixed, { type: 'carousel', cards: [] }], 'carousel'],
  ['a moving picture', [{ type: 'HEADER', format: 'GIF' }, fixed], 'gif'],
  ['a product', [{ type: 'HEADER', format: 'PRODUCT' }, fixed], 'products'],
  ['a catalogue', [fixed, buttons({ type: 'CATALOG', text: 'Lihat' })], 'products'],
  ['several products', [fixed, buttons({ type: 'MPM', text: 'Lihat' })], 'products'],
  ['one product', [fixed, buttons({ type: 'SPM', text: 'Lihat' })], 'products'],
  ['an order', [fixed, buttons({ type: 'ORDER_DETAILS', text: 'Bayar' })], 'order'],
  ['a code for signing in', [body('{{1}} adalah kode Anda'), buttons({ type: 'OTP', otp_type: 'COPY_CODE' })], 'signIn'],
  ['the category of codes', [fixed], 'signIn', { category: 'AUTHENTICATION' }],
  ['an app', [fixed, buttons({ type: 'APP', text: 'Buka' })], 'app'],
  ['a request to call', [fixed, { type: 'CALL_PERMISSION_REQUEST' }], 'callPermission'],
  ['a form that wants data', [fixed, buttons({ type: 'FLOW', text: 'Isi', flow_action: 'data_exchange' })], 'form'],
  ['a form without data', [fixed, buttons({ type: 'FLOW', text: 'Isi', flow_action: 'navigate' })], null],
  [
    'fixed buttons',
    [fixed, buttons({ type: 'VOICE_CALL', text: 'A' }, { type: 'REQUEST_CONTACT_INFO' }, { type: 'URL', url: 'https://a.b' })],
    null,
  ],
  ['a new part', [fixed, { type: 'HOLOGRAM' }], 'unknown'],
  ['a new button', [fixed, buttons({ type: 'TELEPORT', text: 'A' })], 'unknown'],
  ['a new header', [{ type: 'HEADER', format: 'HOLOGRAM' }, fixed], 'unknown'],
  ['a part that is none', [fixed, 'nothing', null] as unknown as Parts, 'unknown'],
  ['a button that is none', [fixed, buttons({ text: 'A' })], 'unknown'],
  ['two bodies', [fixed, fixed], 'unknown'],
  ['a gap in its numbers', [body('{{1}} {{3}}')], 'unknown'],
  ['a number among names', [body('{{nama}} {{1}}')], 'unknown', { parameter_format: 'NAMED' }],
  ['a name among numbers', [body('{{nama}}')], 'unknown', { parameter_format: 'POSITIONAL' }],
  ['a name that is no word', [body('Halo {{nama lengkap}}')], 'unknown'],
  ['a variable in the footer', [fixed, { type: 'FOOTER', text: '{{1}}' }], 'unknown'],
  ['two variables in the header', [{ type: 'HEADER', format: 'TEXT', text: '{{1}} {{2}}' }, fixed], 'unknown'],
  ['a variable within an address', [fixed, buttons({ type: 'URL', text: 'A', url: 'https://a.b/{{1}}/c' })], 'unknown'],
  ['a text of a megabyte', [body('{{'.repeat(500_000))], 'unknown'],
])('a template with %s is sent only where it is understood', (_, components, blocker, more) => {
  expect(read(components, more).blocker).toBe(blocker)
})

it('names are recognised where the format is not said, and header and body are of one kind', () => {
  const template = read([{ type: 'HEADER', format: 'TEXT', text: 'Kelas {{kelas}}' }, body('Halo {{ nama }}')])
  expect([template.isNamed, template.blocker]).toEqual([true, null])
  expect(send(template, { header: 'EMT', body: ['Rina'] })).toMatchObject([
    { parameters: [{ parameter_name: 'kelas', text: 'EMT' }] },
    { parameters: [{ parameter_name: 'nama', text: 'Rina' }] },
  ])
  expect(templateText(template, { ...noValues, header: 'EMT', body: ['Rina'] })).toBe('Kelas EMT\nHalo Rina')
})

it.each([
  ['a\nb', 'template_text'],
  ['a\tb', 'template_text'],
  ['a     b', 'template_text'],
  ['a    b', null],
  ['x'.repeat(1_000), null],
  ['', 'required'],
])('the value %j has the problem %s', (value, code) => {
  expect(findProblem(read([body('Halo {{1}}')]), { ...noValues, body: [value] }, null, now)?.code ?? null).toBe(code)
})

it('a body is 1,024 long beside other parts, and alone as long as it likes', () => {
  const values = { body: ['x'.repeat(1_000), 'y'.repeat(100)] }
  expect(send(read([body('{{1}} {{2}}')]), values)).toHaveLength(1)
  expect(send(read([body('{{1}} {{2}}'), { type: 'FOOTER', text: 'Tim' }]), values)).toMatchObject({ code: 'template_long' })
})

it('the version changes with every part that the customer sees, and with nothing else', () => {
  const version = (components: Parts, more?: Record<string, unknown>) => read(components, more).version
  const before = version([body('Halo {{1}}')])
  expect(version([body('Halo {{1}}')], { status: 'PAUSED', category: 'MARKETING' })).toBe(before)
  const others = [
    version([body('Hai {{1}}')]),
    version([body('Halo {{1}} {{2}}')]),
    version([body('Halo {{1}}'), { type: 'FOOTER', text: 'Tim' }]),
    version([body('Halo {{1}}'), buttons({ type: 'QUICK_REPLY', text: 'Ya' })]),
    version([{ type: 'HEADER', format: 'IMAGE' }, body('Halo {{1}}')]),
  ]
  expect(new Set([before, ...others]).size).toBe(6)
})

it('a rejected template says why, and NONE is no reason', () => {
  expect(read([fixed], { rejected_reason: 'INCORRECT_CATEGORY' }).reason).toBe('INCORRECT_CATEGORY')
  expect([read([fixed], { rejected_reason: 'NONE' }).reason, read([fixed], { rejected_reason: null }).reason]).toEqual(['', ''])
})
