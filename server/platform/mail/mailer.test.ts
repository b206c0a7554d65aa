import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailSuppressions } from '#server/db/tables/mail.ts'
import { type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts'
import { ensurePace, takeGroup, waitForPlace } from './mail-rate.ts'
import { createMailer, type Mailer } from './mailer.ts'
import { outcomeOf } from './outcome.ts'
import { suppress } from './suppressions.ts'

let test: TestPlatform
let folder: string
beforeAll(async () => {
  test = await testPlatform()
  folder = await mkdtemp(join(tmpdir(), 'lapangan-mailer-'))
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

const mailerAt = (url: string | null) =>
  createMailer(test.platform.database.db, { url, from: 'Lapangan <no-reply@lapangan.test>', folder, perMinute: 100_000, dkim: null })
const mail = (id: string, to = 'sari@mail.test') => ({ id, to, subject: 'Halo', text: 'Isi' })

describe('an SMTP server', () => {
  let sink: SmtpSink
  let mailer: Mailer
  beforeEach(async () => {
    sink = await startSmtpSink()
    mailer = mailerAt(sink.url)
  })
  afterEach(async () => {
    mailer.close()
    await sink.close()
  })

  it('gets mails over one connection, each with its Message-ID', async () => {
    for (const id of ['one', 'two', 'three']) expect(await mailer.deliver(mail(id))).toEqual({ is: 'accepted', response: '250 2.0.0 kept' })
    expect(sink.mails.map(({ messageId }) => messageId)).toEqual(['one@lapangan.test', 'two@lapangan.test', 'three@lapangan.test'])
    expect(sink.mails.map(({ to }) => to)).toEqual(['sari@mail.test', 'sari@mail.test', 'sari@mail.test'])
  })

  it.each([
    ['a mailbox that is not there', 'rcpt', '550 5.1.1 no such user', { is: 'refused', fault: 'address', isTemporary: false }],
    [
      'a refusal of the sender’s address at the recipient',
      'rcpt',
      '550 5.1.8 bad sender',
      { is: 'refused', fault: 'other', isTemporary: false },
    ],
    ['a refusal of the content', 'message', '554 5.7.1 spam', { is: 'refused', fault: 'other', isTemporary: false }],
    ['a full disk', 'message', '452 4.3.1 full', { is: 'refused', fault: 'other', isTemporary: true }],
    ['a full mailbox', 'rcpt', '452 4.2.2 full', { is: 'refused', fault: 'other', isTemporary: true }],
    ['a server that closes', 'mail', '421 4.3.2 closing', { is: 'server_fault' }],
    ['a server that closes after the mail', 'message', '421 4.3.2 closing', { is: 'server_fault' }],
    ['a server without TLS', 'mail', '454 4.7.0 no TLS', { is: 'server_fault' }],
    ['a server that refuses us', 'mail', '550 5.7.1 sender refused', { is: 'server_fault' }],
    ['a server that wants a sign-in', 'rcpt', '530 5.7.0 sign in', { is: 'server_fault' }],
    ['a greeting that refuses', 'connect', '554 no service', { is: 'server_fault' }],
    ['a connection that ends before the mail', 'data', 'cut', { is: 'server_fault' }],
    ['a connection that ends after the final dot', 'message', 'cut', { is: 'unknown' }],
    ['no answer after the final dot', 'message', 'hang', { is: 'unknown' }],
    ['no answer to the recipient', 'rcpt', 'hang', { is: 'server_fault' }],
  ])('tells %s', async (_, step, answer, outcome) => {
    sink.behave((context) => (context.step === step ? answer : undefined))
    // Only where nothing comes: a busy machine answers later than that.
    const first = answer === 'hang' ? mailerAt(`${sink.url}?socketTimeout=300`) : mailer
    expect(await first.deliver(mail('x'))).toMatchObject(outcome)
    first.close()
    expect(sink.mails).toEqual([])
    sink.behave(() => undefined)
    expect(await mailer.deliver(mail('y'))).toMatchObject({ is: 'accepted' })
    expect(sink.mails.map(({ messageId }) => messageId)).toEqual(['y@lapangan.test'])
  })

  it('may end a connection that is not used; the next mail takes another', async () => {
    await mailer.deliver(mail('one'))
    let isFirst = true
    sink.behave(({ step }) => {
      if (step !== 'mail' || !isFirst) return undefined
      isFirst = false
      return 'cut'
    })
    expect(await mailer.deliver(mail('two'))).toMatchObject({ is: 'accepted' })
    expect(sink.mails.map(({ messageId }) => messageId)).toEqual(['one@lapangan.test', 'two@lapangan.test'])
  })

  it('is not there', async () => {
    const { url } = sink
    await sink.close()
    expect(await mailerAt(url).deliver(mail('x'))).toMatchObject({ is: 'server_fault' })
    expect(await mailer.fate('x')).toBe('unknown')
    sink = await startSmtpSink()
  })

  it('gets no header that a line break would add', async () => {
    await mailer.deliver({ ...mail('x'), subject: 'Halo\r\nBcc: other@mail.test\r\n\r\nIsi', headers: { 'X-One': 'a\r\nX-Two: b' } })
    expect(sink.mails[0]?.raw).not.toMatch(/^(Bcc|X-Two):/im)
  })

  it('gets no mail to somebody whose mailbox was not there, except one that is awaited', async () => {
    const { db } = test.platform.database
    sink.behave(({ step, to }) => (step === 'rcpt' && to === 'gone@mail.test' ? '550 5.1.1 no such user' : undefined))
    await expect(mailer.send(mail('a', 'Gone@mail.test '))).rejects.toThrow('5.1.1')
    sink.behave(() => undefined)
    await mailer.send(mail('b', 'gone@mail.test'))
    expect(sink.mails).toEqual([])
    await mailer.send({ ...mail('c', 'gone@mail.test'), isAwaited: true })
    await suppress(db, 'left@mail.test', 'unsubscribed')
    await mailer.send(mail('d', 'left@mail.test'))
    expect(sink.mails.map(({ messageId }) => messageId)).toEqual(['c@lapangan.test', 'd@lapangan.test'])
    await db.delete(mailSuppressions)
  })
})

it('a folder tells the fate of a mail', async () => {
  const mailer = mailerAt(null)
  expect(await mailer.fate('file')).toBe('absent')
  expect(await mailer.deliver(mail('file'))).toMatchObject({ is: 'accepted' })
  expect(await mailer.fate('file')).toBe('accepted')
})

it('an answer without a code is unknown once the mail was handed over', () => {
  const failure = { message: 'Timeout', code: 'ETIMEDOUT', command: 'CONN' }
  expect([outcomeOf(failure, false).is, outcomeOf(failure, true).is]).toEqual(['server_fault', 'unknown'])
  expect(outcomeOf({ message: 'no', code: 'EAUTH', responseCode: 535, response: '535 5.7.8 no', command: 'AUTH PLAIN' }, false).is).toBe(
    'server_fault',
  )
})

it('newsletters leave a tenth of the pace to single mails', async () => {
  const { db } = test.platform.database
  await ensurePace(db)
  await db.execute(sql`update mail_pace set tokens = 0, newsletter_tokens = 0, at = now() - interval '10 seconds'`)
  // Ten seconds of sixty a minute: nine are for newsletters, and one is left.
  const granted = async () =>
    (await db.execute<{ granted: number; wait_ms: number }>(sql`with ${takeGroup(60, 10)} select * from pace`)).rows[0]
  expect(await granted()).toMatchObject({ granted: 9 })
  const { granted: more = 0, wait_ms: wait = 0 } = (await granted()) ?? {}
  expect([more, wait > 0 && wait <= 1_112]).toEqual([0, true])
  expect(await waitForPlace(db, 60)).toBe(true)
})

it('single mails wait for their place in the pace', async () => {
  const { db } = test.platform.database
  const before = performance.now()
  // Ten are in the bucket, and the eleventh comes after a tenth of a second.
  for (let count = 0; count < 12; count++) expect(await waitForPlace(db, 600)).toBe(true)
  expect(performance.now() - before).toBeGreaterThan(90)
  await db.execute(sql`update mail_pace set tokens = 0, at = now()`)
  expect(await waitForPlace(db, 1)).toBe(false)
})
