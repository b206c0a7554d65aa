import { createHash, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testPlatform } from '#tests/support/api.ts'
import { startSmtpSink } from '#tests/support/smtp-sink.ts'
import { readSettings } from '../settings/settings.ts'

const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const given = {
  DKIM_PRIVATE_KEY: pemOf(privateKey).replaceAll('\n', '\\n'),
  DKIM_SELECTOR: 'lapangan',
  MAIL_FROM: 'Lapangan <kabar@example.com>',
}
const headers = { 'List-Unsubscribe': `<https://a.example/u/${'t'.repeat(120)}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
const letter = {
  id: 'one',
  to: 'sari@contoh.test',
  subject: 'Kabar baru: é',
  text: 'Isi  dengan spasi \n\nbaris',
  html: '<p>Isi</p>',
  headers,
}

/** The mail as a receiver has it. */
async function sendOne(env: Readonly<Record<string, string>>): Promise<string> {
  const test = await testPlatform(env)
  const { mail, settings } = test.platform
  await mail.send(letter)
  const folder = join(settings.dataDir, 'mail')
  const [name = ''] = await readdir(folder)
  const message = await readFile(join(folder, name), 'utf8')
  await test.close()
  return message.replaceAll(/\r?\n/g, '\r\n')
}

const relax = (text: string) => text.replace(/\r\n(?=[ \t])/g, '').replace(/[ \t]+/g, ' ')

function relaxBody(body: string): string {
  const lines = body.split('\r\n').map((each) => each.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  while (lines.length && lines.at(-1) === '') lines.pop()
  return lines.length ? `${lines.join('\r\n')}\r\n` : ''
}

/** Checks a signature as a receiver does: RFC 6376, canonicalisation relaxed/relaxed. */
function isSigned(message: string, key = publicKey): boolean {
  const end = message.indexOf('\r\n\r\n')
  const fields = message
    .slice(0, end)
    .split(/\r\n(?![ \t])/)
    .map((field) => ({ name: field.slice(0, field.indexOf(':')).toLowerCase(), value: field.slice(field.indexOf(':') + 1) }))
  const signature = relax(fields.find(({ name }) => name === 'dkim-signature')?.value ?? '').trim()
  const tags = new Map(
    signature
      .split(';')
      .map((tag): [string, string] => [tag.slice(0, tag.indexOf('=')).trim(), tag.slice(tag.indexOf('=') + 1).replaceAll(' ', '')]),
  )
  const digest = createHash('sha256').update(relaxBody(message.slice(end + 4)))
  if (digest.digest('base64') !== tags.get('bh')) return false
  const signed = (tags.get('h') ?? '').split(':').flatMap((name) => fields.filter((field) => field.name === name.toLowerCase()))
  const lines = signed.map(({ name, value }) => `${name}:${relax(value).trim()}`)
  const own = `dkim-signature:${signature.replace(/\bb=[^;]*$/, 'b=')}`
  return createVerify('RSA-SHA256')
    .update([...lines, own].join('\r\n'))
    .verify(key, tags.get('b') ?? '', 'base64')
}

it('mails are signed for the domain of the sender when a key is set', async () => {
  const message = await sendOne(given)
  expect(message).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed; d=example\.com;/m)
  expect(relax(message)).toMatch(/ s=lapangan;/)
  expect(isSigned(message)).toBe(true)
  const changes = [
    ['Isi', 'Usu'],
    ['<sari@', '<lain@'],
    ['Subject: ', 'Subject: x'],
    // One-click unsubscribing counts only where both are signed.
    ['/u/t', '/u/x'],
    ['=One-Click', '=Other'],
  ] as const
  for (const [own, changed] of changes) {
    expect(message).toContain(own)
    expect(isSigned(message.replace(own, changed)), own).toBe(false)
  }
})

it('what goes through SMTP is signed as well', async () => {
  const sink = await startSmtpSink()
  const test = await testPlatform({ ...given, MAIL_URL: sink.url })
  await test.platform.mail.send(letter)
  expect(isSigned(sink.mails[0]?.raw ?? '')).toBe(true)
  test.platform.mail.close()
  await test.close()
  await sink.close()
})

it('another domain may be signed for, and without a key nobody signs', async () => {
  expect(await sendOne({ ...given, DKIM_DOMAIN: 'Mail.Example.com' })).toContain('d=mail.example.com;')
  expect(await sendOne({})).not.toContain('DKIM-Signature')
})

it('a key that cannot sign stops the start, and is not shown', () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1_024 })
  const elliptic = generateKeyPairSync('ed25519')
  for (const key of ['nonsense', pemOf(weak.privateKey), pemOf(elliptic.privateKey)])
    expect(() => readSettings({ ...given, DKIM_PRIVATE_KEY: key })).toThrow(
      /^DKIM_PRIVATE_KEY must be an RSA key of at least 2048 bits in PEM$/,
    )
  expect(() => readSettings({ DKIM_SELECTOR: 'a' })).toThrow('go together')
  expect(() => readSettings({ DKIM_PRIVATE_KEY: given.DKIM_PRIVATE_KEY })).toThrow('go together')
})
