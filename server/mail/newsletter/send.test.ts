import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { membershipAccounts } from '#server/db/tables/members.ts'
import { suppress } from '#server/platform/mail/suppressions.ts'
import { makeNewsletterWorld, type NewsletterWorld, newsletterPath } from '#tests/support/newsletters.ts'

let world: NewsletterWorld
beforeAll(async () => {
  world = await makeNewsletterWorld()
})
afterAll(() => world.close())
beforeEach(() => world.empty())

const statesOf = async (id: number) => (await world.recipients(id)).map(({ state, reason }) => (reason ? `${state} ${reason}` : state))
const addresses = (count: number) => Array.from({ length: count }, (_, at) => `m${at}@mail.test`)
const sentTo = () => world.sink.mails.map(({ to }) => to).sort()
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

/** States sum to the snapshot, counts are those of the rows, and what is sent was accepted once. */
async function expectInvariants(id: number): Promise<void> {
  const row = await world.read(id)
  const rows = await world.recipients(id)
  const of = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).length
  const { matched, queued, sent, failed, unknown, suppressed, stopped, skipped, opened } = row
  expect({ matched, queued, sent, failed, unknown, suppressed, stopped, skipped }).toEqual({
    matched: rows.length,
    queued: of('queued', 'sending'),
    ...{ sent: of('sent'), failed: of('failed'), unknown: of('unknown'), suppressed: of('suppressed'), stopped: of('stopped') },
    skipped: of('skipped'),
  })
  expect(opened).toBeLessThanOrEqual(sent)
  const accepted = sentTo()
  expect(new Set(accepted).size).toBe(accepted.length)
  for (const { state, address } of rows) if (state === 'sent') expect(accepted).toContain(address)
}

describe('an audience', () => {
  it('has every member once with the reason why somebody gets none, and one address once', async () => {
    await world.join('A@x.id', ' a@X.ID', null, 'left@x.id', 'bad@@x.id', 'Siti@bücher.id', 'siti@xn--bcher-kva.id')
    await suppress(world.db, 'left@x.id', 'unsubscribed')
    const { body } = await world.ask('GET', `${newsletterPath}/audience?segmentation=regular,emt`)
    expect(body).toEqual({ matched: 7, gets: 2, no_address: 1, bad_address: 1, duplicate: 2, suppressed: 1 })
    const { id } = await world.create({ segmentation: ['regular', 'emt'] })
    await world.run()
    expect(await statesOf(id)).toEqual([
      'sent',
      ...['skipped duplicate', 'skipped no_address', 'suppressed unsubscribed', 'skipped bad_address', 'sent', 'skipped duplicate'],
    ])
    expect(sentTo()).toEqual(['a@x.id', 'siti@xn--bcher-kva.id'])
    expect(await world.read(id)).toMatchObject({ status: 'sent', matched: 7, sent: 2, suppressed: 1, skipped: 4 })
    await expectInvariants(id)
  })

  it('is a union, without deleted members, and may be empty', async () => {
    const [regular, vip, gone] = await world.join('r@x.id', 'v@x.id', 'd@x.id')
    await world.db.insert(membershipAccounts).values({ member_id: vip ?? 0, product: 'EMT', type: 'VIP', expires_on: '2099-01-01' })
    await world.db.execute(sql`update members set deleted_at = now() where id = ${gone ?? 0}`)
    const count = async (names: string) => (await world.ask('GET', `${newsletterPath}/audience?segmentation=${names}`)).body.gets
    expect([await count('regular'), await count('emt'), await count('regular,emt'), await count('all'), await count('wst')]).toEqual([
      1, 1, 2, 2, 0,
    ])
    expect(regular).toBeDefined()
    const { id } = await world.create({ segmentation: ['wst'] })
    await world.run()
    expect(await world.read(id)).toMatchObject({ status: 'sent', matched: 0, sent: 0 })
  })

  it('is frozen when sending begins: later members get none, and those who left since then neither', async () => {
    const [, second] = await world.join('one@x.id', 'two@x.id', 'three@x.id')
    world.sink.behave(({ step }) => (step === 'connect' ? '421 later' : undefined))
    const { id } = await world.create()
    await world.run()
    await world.join('late@x.id')
    await suppress(world.db, 'one@x.id', 'complained')
    await world.db.execute(sql`update members set deleted_at = now() where id = ${second ?? 0}`)
    world.sink.behave(() => undefined)
    await world.later()
    await world.run()
    expect(await statesOf(id)).toEqual(['suppressed complained', 'skipped deleted', 'sent'])
    await expectInvariants(id)
  })
})

describe('a mail', () => {
  it('is to one recipient, with a way out of one click', async () => {
    await world.join('sari@x.id')
    const { id } = await world.create({
      subject: 'Kabar baru',
      preheader: 'Singkat',
      body: '<p>Halo <script>alert(1)</script><b>Sari</b></p>',
    })
    await world.run()
    const [mail] = world.sink.mails
    expect(mail?.to).toBe('sari@x.id')
    expect(mail?.messageId).toMatch(/^newsletter-\d+-[0-9a-f]{32}@/)
    expect(mail?.raw).toMatch(/^List-Unsubscribe: <https:\/\/lapangan\.test\/u\/\d+-[0-9a-f]{32}>/m)
    expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    expect(mail?.raw).not.toContain('script')
    expect(mail?.raw.match(/^(To|Cc|Bcc): .*/gim)).toEqual(['To: "sari@x.id" <sari@x.id>'])
    await expectInvariants(id)
  })

  it('carries the attachments', async () => {
    await world.join('sari@x.id')
    const form = new FormData()
    for (const [name, value] of Object.entries({ subject: 'Berkas', body: '<p>Isi</p>', segmentation: 'all', status: 'scheduled' }))
      form.set(name, value)
    form.append('attachments[]', new File(['%PDF-1.4 berkas'], 'panduan.pdf', { type: 'application/pdf' }))
    expect((await world.ask('POST', newsletterPath, form)).status).toBe(201)
    await world.run()
    expect(world.sink.mails[0]?.raw).toContain('filename=panduan.pdf')
    expect(world.sink.mails[0]?.raw).toContain(Buffer.from('%PDF-1.4 berkas').toString('base64'))
  })
})

describe('an answer of the mail server', () => {
  it('of a wrong address fails and suppresses it; a temporary one is tried again; no answer leaves it unknown', async () => {
    await world.join('ok@x.id', 'gone@x.id', 'full@x.id', 'cut@x.id', 'spam@x.id')
    world.sink.behave(({ step, to }) => {
      if (step === 'rcpt' && to === 'gone@x.id') return '550 5.1.1 no such user'
      if (step === 'message' && to === 'full@x.id') return '452 4.2.2 full'
      if (step === 'message' && to === 'cut@x.id') return 'cut'
      return step === 'message' && to === 'spam@x.id' ? '554 5.7.1 spam' : undefined
    })
    const { id } = await world.create()
    await world.run()
    expect(await statesOf(id)).toEqual(['sent', 'failed no_such_address', 'queued', 'unknown no_answer', 'failed refused'])
    expect(await world.read(id)).toMatchObject({ status: 'sending', held: null, sent: 1, failed: 2, unknown: 1, queued: 1 })
    world.sink.behave(() => undefined)
    await world.later()
    await world.run()
    expect(await statesOf(id)).toEqual(['sent', 'failed no_such_address', 'sent', 'unknown no_answer', 'failed refused'])
    expect((await world.read(id)).status).toBe('sent')
    await expectInvariants(id)
    const next = await world.create()
    await world.run()
    expect(await statesOf(next.id)).toEqual(['sent', 'suppressed bounced', 'sent', 'sent', 'sent'])
  })

  it('that is temporary is asked for five times', async () => {
    await world.join('full@x.id')
    world.sink.behave(({ step }) => (step === 'message' ? '452 4.2.2 full' : undefined))
    const { id } = await world.create()
    const seen: string[] = []
    for (let times = 0; times < 6; times++) {
      await world.run()
      seen.push(...(await statesOf(id)))
      await world.later()
    }
    expect(seen).toEqual(['queued', 'queued', 'queued', 'queued', 'failed tried_out', 'failed tried_out'])
    expect((await world.recipients(id))[0]?.attempts).toBe(5)
  })

  it('that is temporary for 48 hours is the last', async () => {
    await world.join('full@x.id')
    world.sink.behave(({ step }) => (step === 'message' ? '452 4.2.2 full' : undefined))
    const { id } = await world.create()
    await world.run()
    await world.db.execute(sql`update newsletter_recipients set first_tried_at = now() - interval '47 hours 30 minutes'`)
    await world.later()
    await world.run()
    expect(await statesOf(id)).toEqual(['failed tried_out'])
  })

  it.each(['421 4.3.2 closing', '454 4.7.0 no TLS', '535 5.7.8 sign in'])(
    'about us (%s) holds the newsletter, and counts against nobody',
    async (answer) => {
      await world.join(...addresses(25))
      world.sink.behave(({ step }) => (step === 'mail' ? answer : undefined))
      const { id } = await world.create()
      await world.run()
      expect(await world.read(id)).toMatchObject({ status: 'sending', held: 'mail_down', queued: 25, failed: 0 })
      expect((await world.recipients(id)).every(({ attempts }) => attempts === 0)).toBe(true)
      await world.later()
      await world.run()
      expect(await world.read(id)).toMatchObject({ held: 'mail_down', queued: 25 })
      world.sink.behave(() => undefined)
      await world.later()
      await world.run()
      expect(await world.read(id)).toMatchObject({ status: 'sent', held: null, sent: 25 })
      await expectInvariants(id)
    },
  )

  it('that does not come holds it: the next try is after half a minute, then later and later', async () => {
    await world.join(...addresses(3))
    world.sink.behave(({ step }) => (step === 'connect' ? '554 no' : undefined))
    await world.create()
    const waits: number[] = []
    for (let times = 0; times < 7; times++) {
      await world.run()
      const { rows } = await world.db.execute<{ wait: number }>(
        sql`select round(extract(epoch from run_at - now()))::int as wait from jobs where kind = 'newsletter-send' and state = 'waiting'`,
      )
      waits.push(Number(rows[0]?.wait))
      await world.later()
    }
    expect(waits.map((wait) => [30, 60, 120, 240, 480, 900].find((pause) => Math.abs(wait - pause) <= 20))).toEqual([
      30, 60, 120, 240, 480, 900, 900,
    ])
  })

  it('from a server that accepts half of the mails sends to half, and the rest after that', async () => {
    await world.join(...addresses(40))
    world.sink.behave(({ step }) => (step === 'mail' && world.sink.mails.length >= 20 ? '421 enough' : undefined))
    const { id } = await world.create()
    await world.run()
    expect(await world.read(id)).toMatchObject({ held: 'mail_down', sent: 20, queued: 20 })
    world.sink.behave(() => undefined)
    await world.later()
    await world.run()
    expect(await world.read(id)).toMatchObject({ status: 'sent', sent: 40 })
    await expectInvariants(id)
  })

  it('from a server that takes two mails of a connection takes more connections', async () => {
    await world.join(...addresses(40))
    world.sink.behave(({ step, accepted }) => (step === 'mail' && accepted >= 2 ? '421 enough' : undefined))
    const { id } = await world.create()
    await world.run()
    expect(await world.read(id)).toMatchObject({ status: 'sent', held: null, sent: 40 })
    await expectInvariants(id)
  })

  it('that refuses twenty of a hundred holds it for a person', async () => {
    await world.join(...addresses(120))
    world.sink.behave(({ step, to }) => (step === 'message' && /[05]@/.test(to) ? '554 5.7.1 spam' : undefined))
    const { id } = await world.create()
    await world.run()
    const held = await world.read(id)
    expect(held).toMatchObject({ status: 'sending', held: 'refusals' })
    expect(held.failed).toBe(20)
    expect(held.queued).toBeGreaterThan(0)
    await world.later()
    await world.run()
    expect((await world.read(id)).queued).toBe(held.queued)
    world.sink.behave(() => undefined)
    expect((await world.ask('PUT', `${newsletterPath}/${id}/resume`)).status).toBe(200)
    await world.run()
    expect(await world.read(id)).toMatchObject({ status: 'sent', held: null, failed: 20, sent: 100 })
    await expectInvariants(id)
  })
})

describe('a schedule', () => {
  it.each([
    ['an hour and a half late', '90 minutes', 'sent', null],
    ['six hours and a minute late', '361 minutes', 'scheduled', 'late'],
  ])('that is %s is sent or held', async (_, ago, status, held) => {
    await world.join('sari@x.id')
    const { id } = await world.create({ send_at: inHours(24) })
    await world.run()
    expect(await world.read(id)).toMatchObject({ status: 'scheduled', held: null })
    await world.db.execute(sql`update newsletters set send_at = now() - ${ago}::interval`)
    await world.db.execute(sql`update jobs set run_at = now() - interval '1 second',
      input = jsonb_set(input, '{send_at}', (select to_jsonb(to_char(send_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) from newsletters))`)
    await world.run()
    expect(await world.read(id)).toMatchObject({ status, held })
    if (!held) return
    expect(world.sink.mails).toEqual([])
    expect((await world.ask('PUT', `${newsletterPath}/${id}/resume`)).status).toBe(200)
    await world.run()
    expect(await world.read(id)).toMatchObject({ status: 'sent', held: null, sent: 1 })
  })

  it('in the past is refused, and one without a time is now', async () => {
    const past = await world.ask('POST', newsletterPath, {
      subject: 'x',
      body: '<p>x</p>',
      segmentation: ['all'],
      status: 'scheduled',
      send_at: inHours(-1),
    })
    expect([past.status, past.body.fields.send_at.code]).toEqual([422, 'past'])
    const { send_at } = await world.create()
    expect(Math.abs(Date.parse(send_at) - Date.now())).toBeLessThan(60_000)
  })

  it('that is moved is sent at its new time alone, and a draft again never', async () => {
    await world.join('sari@x.id')
    const { id } = await world.create({ send_at: inHours(1) })
    expect((await world.put(id, { send_at: inHours(48) })).status).toBe(200)
    const { rows } = await world.db.execute<{ id: number }>(sql`select id from jobs order by run_at`)
    await world.db.execute(sql`update jobs set run_at = now() where id = ${rows[0]?.id ?? 0}`)
    await world.run()
    expect(await world.read(id)).toMatchObject({ status: 'scheduled', sent: 0 })
    await world.put(id, { status: 'draft' })
    await world.later()
    await world.run()
    expect(await world.read(id)).toMatchObject({ status: 'draft', sent: 0 })
    await world.put(id, { status: 'scheduled', send_at: null })
    await world.run()
    expect(await world.read(id)).toMatchObject({ status: 'sent', sent: 1 })
  })

  it('freezes the content when sending begins', async () => {
    await world.join('sari@x.id')
    const { id } = await world.create()
    await world.run()
    expect((await world.put(id, { subject: 'Lain' })).status).toBe(422)
    expect((await world.ask('DELETE', newsletterPath, { ids: [id] })).body).toMatchObject({ failed_entities: [{ id }] })
    expect((await world.read(id)).subject).toBe('Kabar')
  })

  it('without a job gets one', async () => {
    await world.join('sari@x.id')
    const { id } = await world.create()
    await world.db.execute(sql`delete from jobs`)
    await world.db.execute(sql`update newsletters set send_at = now() - interval '5 minutes'`)
    await world.db.execute(sql`insert into jobs (ref, kind, key, lane) values (gen_random_uuid(), 'newsletters', 'x', 'house')`)
    await world.run()
    expect(await world.read(id)).toMatchObject({ status: 'sent', sent: 1 })
  })
})

describe('a text', () => {
  it.each([
    ['a line break in the subject', { subject: 'Halo\r\nBcc: x@x.id' }, 'subject'],
    ['a line break in the preview text', { preheader: 'Halo\nBcc: x@x.id' }, 'preheader'],
    ['no audience', { segmentation: [] }, 'segmentation'],
    ['everybody and others', { segmentation: ['all', 'emt'] }, 'segmentation'],
    ['a state that only sending makes', { status: 'sent' }, 'status'],
  ])('with %s is refused', async (_, values, field) => {
    const { status, body } = await world.ask('POST', newsletterPath, {
      subject: 'x',
      body: '<p>x</p>',
      segmentation: ['all'],
      status: 'draft',
      ...values,
    })
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
  })

  it('with attachments of more than 10 MB together is refused', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ subject: 'Berkas', body: '<p>Isi</p>', segmentation: 'all' })) form.set(name, value)
    for (const name of ['a.pdf', 'b.pdf'])
      form.append('attachments[]', new File([`%PDF-1.4 ${name}`.padEnd(5_100_000)], name, { type: 'application/pdf' }))
    const { status, body } = await world.ask('POST', newsletterPath, form)
    expect([status, body.fields?.attachments?.code]).toEqual([422, 'total_size'])
  })

  it('is shown as it is sent', async () => {
    const { body } = await world.ask('POST', `${newsletterPath}/preview`, {
      subject: 'Halo & kabar',
      body: '<p onclick="x()">Isi</p><iframe src="https://x.id"></iframe>',
    })
    expect(body.html).toMatch(/<p[^>]*>Isi<\/p>/)
    expect(body.html).not.toMatch(/onclick|iframe/)
    expect(body.html).toContain('Halo &amp; kabar')
    expect(body.size).toBe(Buffer.byteLength(body.html))
  })
})
