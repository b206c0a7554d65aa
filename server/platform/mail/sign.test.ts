import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { readSettings } from '../core/settings.ts'
import { createMailer, type Mail } from './mailer.ts'

const folder = mkdtempSync(join(tmpdir(), 'lapangan-mail-'))
let test: TestPlatform
beforeAll(async () => {
  test = await testPlatform()
})
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true })
})
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const given = { DKIM_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'), DKIM_SELECTOR: 'lapangan', MAIL_FROM: 'Lapangan <kabar@example.com>' }

async function sendOne(env: Readonly<Record<string, string>>, letter: Omit<Mail, 'to'>): Promise<string> {
  const { mailFrom, dkim } = readSettings(env)
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
  const mailer = createMailer(test.platform.database.db, { url: null, from: mailFrom, folder, perMinute: 600, dkim })
  await mailer.deliver({ id: 'one', to: 'sari@contoh.test', ...letter })
  return readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8').replaceAll(/\r?\n/g, '\r\n')
}

const relax = (text: string) => text.replace(/\r\n(?=[ \t])/g, '').replace(/[ \t]+/g, ' ')

/** Checks a signature as a receiver does: RFC 6376, canonicalisation relaxed/relaxed. */
function isSigned(message: string, key: string): boolean {
  const end = message.indexOf('\r\n\r\n')
  const fields = message
    .slice(0, end)
    .split(/\r\n(?![ \t])/)
    .map((field) => ({ name: field.slice(0, field.indexOf(':')).toLowerCase(), value: field.slice(field.indexOf(':') + 1) }))
  const signature = fields.find(({ name }) => name === 'dkim-signature')
  const tags = new Map(
    relax(signature?.value ?? '')
      .split(';')
      .map((tag): [string, string] => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replaceAll(' ', '')]),
  )
  const body = relaxBody(message.slice(end + 4))
  if (createHash('sha256').update(body).digest('base64') !== tags.get('bh')) return false
  const signed = (tags.get('h') ?? '').split(':').flatMap((name) => fields.filter((field) => field.name === name.toLowerCase()))
  const line = ({ name, value }: { name: string; value: string }) => `${name}:${relax(value).trim()}`
  const own = `dkim-signature:${relax(signature?.value ?? '')
    .trim()
    .replace(/\bb=[^;]*$/, 'b=')}`
  const verify = createVerify('RSA-SHA256').update([...signed.map(line), own].join('\r\n'))
  return verify.verify(key, tags.get('b') ?? '', 'base64')
}

function relaxBody(body: string): string {
  const lines = body.split('\r\n').map((each) => each.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  while (lines.length && lines.at(-1) === '') lines.pop()
  return lines.length ? `${lines.join('\r\n')}\r\n` : ''
}

const mail = { subject: 'Kabar baru: é', text: 'Isi  dengan spasi \n\nbaris', html: '<p>Isi</p>' }

it('mails are signed for the domain of the sender when a key is set', async () => {
  const message = await sendOne(given, mail)
  expect(message).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed; d=example\.com;/m)
  expect(message).toMatch(/s=lapangan;/)
  expect(isSigned(message, publicKey)).toBe(true)
  for (const [own, changed] of [
    ['Isi', 'Usu'],
    ['To: sari', 'To: lain'],
    ['Subject: ', 'Subject: x'],
  ] as const) {
    expect(message).toContain(own)
    expect(isSigned(message.replace(own, changed), publicKey)).toBe(false)
  }
})

it('another domain may be signed for, and without a key nobody signs', async () => {
  expect(await sendOne({ ...given, DKIM_DOMAIN: 'Mail.Example.com' }, mail)).toContain('d=mail.example.com;')
  expect(await sendOne({}, mail)).not.toContain('DKIM-Signature')
})

it('a key that cannot sign stops the start, and is not shown', () => {
  const weak = generateKeyPairSync('rsa', {
    modulusLength: 1_024,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const elliptic = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  for (const key of ['nonsense', weak.privateKey, elliptic.privateKey])
    expect(() => readSettings({ ...given, DKIM_PRIVATE_KEY: key })).toThrow(
      /^DKIM_PRIVATE_KEY must be an RSA key of at least 2048 bits in PEM$/,
    )
  expect(() => readSettings({ DKIM_SELECTOR: 'a' })).toThrow('go together')
  expect(() => readSettings({ DKIM_PRIVATE_KEY: given.DKIM_PRIVATE_KEY })).toThrow('go together')
})
