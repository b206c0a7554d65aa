import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { directionOf, languages } from '#contract/choices/languages.ts'
import { utf8Bytes } from '#contract/lib/utf8-bytes.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { newsletterMail } from '#contract/mail/newsletter-mail.ts'
import { gmailClipBytes } from '#contract/sections/promotion/newsletter.ts'
import { makeEventWorld } from '#tests/support/events.ts'
import { findMailFaults } from '#tests/support/mail-faults.ts'
import { eventParticipants } from './db/tables/events.ts'
import { accountChanges, accountMail } from './platform/auth/account-mail.ts'
import { passwordMail } from './platform/auth/password-mail.ts'
import { participantMail } from './sections/product/event/mails.ts'
import { findRegistration, type Registration } from './sections/product/event/registration.ts'
import { confirmationMail } from './sections/sales/order/confirmation-mail.ts'

const world = await makeEventWorld()
afterAll(() => world.close())
const { platform } = world
const { settings } = platform
const link = `${settings.publicUrl}/reset-password?token=a-_b`
const due_at = '2026-12-01T03:00:00.000Z'
const event = await world.makeEvent({ title: 'Bedah <Saham> & "Teknikal"' })
await world.register(event.path)
const [participant] = await world.participantsOf(event.id)
const registration = participant && (await findRegistration(platform.database.db, eq(eventParticipants.id, participant.id)))

type Language = (typeof languages)[number]

/** Every stage of a registration, and the reminder. */
async function eventMails(language: Language) {
  if (!registration) throw new Error('no registration')
  const of = async (
    changes: Partial<Registration['participant']>,
    more: Partial<Registration> = {},
    about: 'state' | 'reminder' = 'state',
  ) => {
    const one = { ...registration, ...more, participant: { ...registration.participant, language, ...changes } }
    const mail = await participantMail(platform, one, { id: 'one', about })
    return { subject: mail?.subject ?? '', html: mail?.html ?? '', text: mail?.text ?? '', attachments: mail?.attachments ?? [] }
  }
  return {
    registered: await of({}),
    reminder: await of({}, {}, 'reminder'),
    waiting: await of({ state: 'waiting' }),
    offered: await of({ state: 'offered', offered_until: due_at }),
    unpaid: await of(
      { state: 'offered' },
      { order: { order_number: 'INV-7', total: 150_000, refunded: 0, payment_status: 'unpaid', due_at } },
    ),
    cancelled: await of({ state: 'cancelled' }),
  }
}

async function everyMail(language: Language) {
  const order = {
    language,
    name: 'Sari',
    number: 'INV-1',
    due_at,
    items: [{ name: 'EMT <1>', qty: 2, price: 500_000 }],
    discount: 1_000,
    total: 999_000,
  }
  const newsletter = newsletterMail({
    ...{ language, subject: 'Kabar', preheader: 'Ringkasnya', company: settings.company, publicUrl: settings.publicUrl },
    body: '<h2>Judul</h2><p>Isi <a href="https://lapangan.example/a?b=1&amp;c=2">tautan</a></p><ul><li><p>satu</p></li></ul>',
  })
  return {
    invite: passwordMail(settings, 'invite', { name: 'Sari', language, link }),
    reset: passwordMail(settings, 'reset', { name: 'Sari', language, link }),
    ...Object.fromEntries(
      accountChanges.map((change) => [
        `account ${change}`,
        accountMail(settings, change, { name: 'Sari', language, at: new Date(due_at) }),
      ]),
    ),
    paid: confirmationMail(settings, { ...order, due_at: null, isPaid: true }).mail,
    unpaid: confirmationMail(settings, { ...order, isPaid: false }).mail,
    ...Object.fromEntries(Object.entries(await eventMails(language)).map(([stage, mail]) => [`event ${stage}`, mail])),
    newsletter: { subject: 'Kabar', ...newsletter({ unsubscribe: `${settings.publicUrl}/u/t`, pixel: `${settings.publicUrl}/o/t.gif` }) },
  }
}

it.each([
  ['<p>a<div></div></p>', '<div> in <p>'],
  ['<table><td>a</td></table>', '<td> in <table>'],
  ['<p>a</b></p>', '</b> closes another'],
  ['<img src="https://other.example/a.png" alt="">', 'picture of others: https://other.example/a.png'],
  ['<p onclick="a()">a</p>', 'handler in <p onclick="a()">'],
  ['<a href="javascript:a()">a</a>', 'address  href="javascript:a()"'],
  ['<p>{name}</p>', 'a value was not filled in'],
])('the search for faults finds that of %s', (body, fault) => {
  const faults = findMailFaults(`<!DOCTYPE html><html lang="en"><body>${body}</body></html>`, settings.publicUrl)
  expect(faults).toContain(fault)
})

/** Words in the text that are not values. */
const said = (text: string) => text.replace(/https?:\S+|[A-Z0-9]{60,}|Rp ?[\d.]+|WIB|INV-\d/g, '')

describe.each(languages)('mails in %s', async (language) => {
  const mails = Object.entries(await everyMail(language))

  it.each(mails)('the mail "%s" is whole in HTML and text', (_, { subject, html, text }) => {
    expect(findMailFaults(html, settings.publicUrl)).toEqual([])
    expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}">`)
    expect(html).toContain('prefers-color-scheme:dark')
    expect(utf8Bytes(html)).toBeLessThan(gmailClipBytes / 4)
    expect(subject).not.toMatch(/[\r\n{}]|^$/)
    expect(text).not.toMatch(/<\/?[a-z]+[^>]*>|\{\w+\}|undefined|&amp;|\n{3}/)
    expect(text).toContain('\n-- \n')
    expect(text).toContain(settings.company.name)
  })

  it.each(mails)('the mail "%s" has the links of its HTML in its text', (_, { html, text }) => {
    const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
    for (const address of links) expect(text).toContain(address)
  })
})

it('no language repeats the words of another', async () => {
  const all = await Promise.all(languages.map(everyMail))
  for (const name of Object.keys(all[0] ?? {})) {
    const texts = all.map((mails) => said(Object.entries(mails).find(([each]) => each === name)?.[1].text ?? ''))
    expect(new Set(texts).size, name).toBe(languages.length)
  }
})

/** As receivers have them, one after the other. */
async function composeAll(): Promise<{ name: string; raw: string }[]> {
  const folder = join(settings.dataDir, 'mail')
  const all: { name: string; raw: string }[] = []
  for (const language of languages)
    for (const [name, mail] of Object.entries(await everyMail(language))) {
      const id = uuidv7()
      const headers =
        name === 'newsletter'
          ? { 'List-Unsubscribe': `<${settings.publicUrl}/u/t>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
          : undefined
      await platform.mail.deliver({ ...mail, id, to: 'sari@contoh.test', ...(headers && { headers }) })
      all.push({ name: `${name} (${language})`, raw: await readFile(join(folder, `${id}.eml`), 'utf8') })
    }
  return all
}

const composed = await composeAll()

it.each(composed)('the mail $name has nothing that filters count as hidden, or as made by a mass mailer', ({ raw }) => {
  const plain = raw.replace(/=\n/g, '').replaceAll('=3D', '=')
  expect(plain).not.toMatch(/opacity: *0(?![.\d])|font-size: *[01]px|display: *none|visibility: *hidden|color: *transparent/)
  expect(plain).not.toMatch(/^Message-ID: <[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}@/im)
  expect(plain).toMatch(/^To: [^<\n]*<sari@contoh\.test>$/m)
  // Text is in another colour than its ground.
  for (const [, style = ''] of plain.matchAll(/style="([^"]*)"/g)) {
    const [ground, ink] = ['background-color', '(?:^|;)color'].map((name) => new RegExp(`${name}:(#\\w+)`).exec(style)?.[1])
    expect(ink === undefined || (ink !== ground && ink !== '#f3f4f6'), style).toBe(true)
  }
})

const maxSpamScore = 0.1

/** By SpamAssassin's own rules without the network; null where it is not installed. */
function spamScores(): Record<string, string> | null {
  const input = composed.map(
    ({ name, raw }) => `From a@b Sat Nov 28 12:00:00 2026\nX-Name: ${name}\n${raw.replace(/^From /gm, '>From ')}\n`,
  )
  const { status, stdout } = spawnSync('spamassassin', ['-t', '-L', '-x', '--mbox'], {
    input: input.join('\n'),
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  })
  if (status !== 0) return null
  const judged = stdout.matchAll(/^X-Spam-Status: .*?score=(-?[\d.]+) [\s\S]*?tests=([\s\S]*?) autolearn[\s\S]*?^X-Name: (.*)$/gm)
  return Object.fromEntries([...judged].map(([, score = '', rules = '', name = '']) => [name, `${score} ${rules.replace(/\s+/g, '')}`]))
}

it(`SpamAssassin, where it is installed, gives each mail ${maxSpamScore} at most`, { timeout: 180_000 }, () => {
  const scores = spamScores()
  if (!scores) return
  expect(Object.keys(scores).sort()).toEqual(composed.map(({ name }) => name).sort())
  expect(Object.entries(scores).filter(([, judged]) => Number.parseFloat(judged) > maxSpamScore)).toEqual([])
})
