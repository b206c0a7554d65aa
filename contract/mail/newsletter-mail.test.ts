import { expect, it } from 'vitest'
import { utf8Bytes } from '../lib/utf8-bytes.ts'
import { type NewsletterContent, newsletterMail } from './newsletter-mail.ts'

const content = {
  subject: 'Kabar',
  preheader: null,
  body: '<p>Isi $& <strong>tebal</strong></p>',
  language: 'id',
  company: { name: 'Lapangan', address: 'Jakarta' },
  publicUrl: 'https://a.example',
} as const satisfies NewsletterContent
const links = { unsubscribe: 'https://a.example/u/x?y=1&z=$&', pixel: 'https://a.example/o/x.gif' }

it('a newsletter is rendered once and filled in for each person', () => {
  const mailOf = newsletterMail(content)
  const { html, text } = mailOf(links)
  expect(html).toContain('href="https://a.example/u/x?y=1&amp;z=$&amp;"')
  expect(html).toContain('<img src="https://a.example/o/x.gif" width="1"')
  expect(text).toContain('Berhenti berlangganan newsletter: https://a.example/u/x?y=1&z=$&')
  expect(mailOf({ ...links, unsubscribe: 'https://a.example/u/other' }).html).toContain('/u/other"')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: marks of places must not remain
  expect(html + text).not.toMatch(/\u0001/)
})

it('a test to oneself counts no opening', () => {
  expect(newsletterMail(content)({ ...links, pixel: null }).html).not.toMatch(/<img|\.gif/)
})

it('the beginning of the text stands in for a preheader', () => {
  expect(newsletterMail(content)(links).html).toContain('aria-hidden="true">Isi $&amp; tebal&#847;')
  expect(newsletterMail({ ...content, preheader: 'Singkat' })(links).html).toContain('aria-hidden="true">Singkat&#847;')
})

it('the size is that of the mail in bytes', () => {
  const { html } = newsletterMail({ ...content, body: `<p>${'é😀'.repeat(20_000)}</p>` })(links)
  expect(utf8Bytes(html)).toBe(Buffer.byteLength(html))
  expect(utf8Bytes(html)).toBeGreaterThan(102_000)
})
