import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { escapeHtml } from '#contract/lib/escape-html.ts'
import { readTicket } from '#contract/lib/ticket.ts'
import { formToken } from '#server/content/page/form-token.ts'
import { eventParticipants, eventQuestions, events } from '#server/db/tables/events.ts'
import { attempts, formerSlugs } from '#server/db/tables/platform.ts'
import { inHours, makeEventWorld } from '#tests/support/events.ts'
import { ticketKeys, verifySignature } from '../event/tickets.ts'
import { sayTo } from '../event/words.ts'
import { formName } from './form.ts'

const world = await makeEventWorld()
const { db, visit, send, openForm, someone, makeEvent, askQuestion, register, eventOf, participantsOf } = world
afterAll(() => world.close())
afterEach(() => void vi.restoreAllMocks())

/** Holds of forms beyond a second end at once, other timers of the process do not. Returns how long they were, in seconds. */
function passTime(): number[] {
  const held: number[] = []
  const { setTimeout } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, ms = 0, ...rest) => {
    const isHold = ms > 1_000 && (new Error('who waits').stack?.includes('form-pace.ts') ?? false)
    if (isHold) held.push(Math.round(ms / 1_000))
    return setTimeout(work, isHold ? 0 : ms, ...rest)
  })
  return held
}

const pageOf = async (path: string, language = 'id') => (await visit(path, { headers: { 'Accept-Language': language } })).text()

describe('the page of an event', () => {
  it('says what the event is, in the language of the visitor, without a script', async () => {
    const event = await makeEvent({
      title: 'Bedah <b>Saham</b>',
      speaker: 'Rangga',
      quota: 10,
      start_at: '2090-03-10T02:00:00Z',
      end_at: '2090-03-10T04:30:00Z',
      description: '<p>Siapkan catatan</p>',
    })
    const response = await visit(event.path, { headers: { 'Accept-Language': 'fr, id;q=0.5' } })
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('Bedah &lt;b&gt;Saham&lt;/b&gt;')
    expect(html).toContain('Jumat, 10 Maret 2090, 09.00–11.30 WIB')
    expect(html).toContain('<p>Siapkan catatan</p>')
    expect(html).toMatch(/Sisa kursi<\/dt><dd>10</)
    expect(await pageOf(event.path, 'en-GB')).toContain('Friday, 10 March 2090, 09.00–11.30 WIB')
    expect(html).not.toMatch(/<script|zoom\.us/)
    const policy = response.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|script-src/)
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer')
  })

  it('is within 60 kB also with a long description', async () => {
    const event = await makeEvent({ description: `<p>${'kata '.repeat(4_000)}</p>` })
    const options = Array.from({ length: 20 }, (_, at) => `Pilihan ${at}`)
    for (let at = 0; at < 24; at++) await askQuestion(event.id, { kind: ['text', 'rating', 'choice'][at % 3] ?? '', options })
    expect(Buffer.byteLength(await pageOf(event.path))).toBeLessThan(60_000)
  })

  it('is there while the event is published and not over, and for a private one by its own address', async () => {
    const open = await makeEvent({ visibility: 'private' })
    const statusOf = async (path: string) => (await visit(path)).status
    expect(await statusOf(open.path)).toBe(404)
    expect(await statusOf(`${open.path}?k=${'0'.repeat(32)}`)).toBe(404)
    expect(await statusOf(`${open.path}?k=${open.page_key}`)).toBe(200)
    const made = await register(`${open.path}?k=${open.page_key}`)
    expect(made.response.status).toBe(303)
    expect((await send(open.path, { ...someone(), token: await openForm(`${open.path}?k=${open.page_key}`) })).status).toBe(404)
    for (const path of ['/e/tidak-ada', '/e/-', `/e/${'a'.repeat(10_000)}`, '/e/%00', '/e/add'])
      expect(await statusOf(path), path).toBe(404)
    const over = await makeEvent({ start_at: inHours(-3), end_at: inHours(-1) })
    expect(await pageOf(over.path)).toContain('Acara ini sudah selesai')
    expect((await send(over.path, someone())).status).toBe(410)
    expect(await participantsOf(over.id)).toEqual([])
  })

  it('is found by a former address', async () => {
    const event = await makeEvent()
    await db.insert(formerSlugs).values({ section: 'event', slug: 'yang-dulu', record: event.id })
    const moved = await visit('/e/yang-dulu')
    expect([moved.status, moved.headers.get('Location')]).toEqual([301, event.path])
    await db.update(events).set({ visibility: 'private' }).where(eq(events.id, event.id))
    expect((await visit('/e/yang-dulu')).status).toBe(404)
  })
})

describe('a registration', () => {
  it('takes a seat, is thanked for by a redirect, and told by mail in the language of the person', async () => {
    const event = await makeEvent({ quota: 2 })
    const text = await askQuestion(event.id, { question: 'Kota?', required: true })
    const rating = await askQuestion(event.id, { kind: 'rating' })
    const fields = { [`q${text.id}`]: ' Solo ', [`q${rating.id}`]: '4', email: 'Budi@Surat.test', phone: '0812-3456-7890' }
    const { response, own } = await register(event.path, fields, { 'Accept-Language': 'en' })
    expect(response.status).toBe(303)
    const thanks = response.headers.get('Location') ?? ''
    expect(thanks).toMatch(/\/thanks\?t=[0-9a-f-]{36}\.[0-9a-f]{32}$/)
    expect(own).toMatch(/^\/e\/r\/[0-9a-f-]{36}\.[0-9a-f]{32}$/)
    const [row] = await participantsOf(event.id)
    expect(row).toMatchObject({
      ...{ phone: '6281234567890', email: 'budi@surat.test', state: 'registered', language: 'en', created_by: 'Lapangan' },
      answers: [
        { question_id: text.id, answer: 'Solo' },
        { question_id: rating.id, answer: '4' },
      ],
    })
    expect(await eventOf(event.id)).toMatchObject({ taken: 1, offered: 0 })
    const page = await pageOf(own)
    expect(page).toContain('You are registered')
    expect(page).toContain('https://zoom.us/j/1')
    const code = /<code>([A-Z2-7]+)<\/code>/.exec(page)?.[1] ?? ''
    const read = await readTicket(code, await ticketKeys(world.platform), verifySignature)
    expect(read?.ticket).toMatchObject({ event: event.id, participant: row?.ref })
    // The page of thanks has the ticket, but neither its address nor its content leads to the own page.
    expect(await pageOf(thanks)).toContain(`<code>${code}</code>`)
    expect(await pageOf(thanks)).not.toContain('/e/r/')
    expect((await world.visit(`/e/r/${thanks.split('t=')[1]}`)).status).toBe(404)
    await world.runJobs()
    const mails = (await world.mails()).filter((mail) => mail.includes('budi@surat.test'))
    expect(mails).toHaveLength(1)
    for (const part of [
      'You are registered',
      'text/plain',
      'text/html',
      'text/calendar',
      'image/png',
      code,
      `https://lapangan.example${own}`,
    ])
      expect(mails[0]).toContain(part)
    const calendar = await (await visit(`${own}/calendar.ics`)).text()
    expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
    expect(calendar).toContain(`DTSTART:${new Date(event.start_at).toISOString().replace(/[-:]|\.\d+/g, '')}\r\n`)
  })

  it('is made once: by the same form, the same phone and the same address, whatever its spelling; the form that made it has the ticket', async () => {
    const event = await makeEvent()
    const { given, response: first } = await register(event.path)
    const thanks = first.headers.get('Location') ?? ''
    const token = async () => ({ token: await openForm(event.path) })
    const again = await send(event.path, given)
    expect([again.status, again.headers.get('Location')]).toEqual([303, thanks])
    expect(await pageOf(thanks)).toContain('<code>')
    for (const repeat of [
      { ...given, ...(await token()) },
      { ...someone(), phone: given.phone.replace(/^0/, '+62 '), ...(await token()) },
      { ...someone(), email: given.email.toUpperCase(), ...(await token()) },
      { ...someone(), phone: given.phone, email: given.email, ...(await token()) },
    ]) {
      const response = await send(event.path, repeat)
      expect(response.status).toBe(303)
      const page = await pageOf(response.headers.get('Location') ?? '')
      expect(page).toBe(await pageOf(`${event.path}/thanks`))
      expect(page).not.toContain('<code>')
    }
    expect(await participantsOf(event.id)).toHaveLength(1)
    expect(await pageOf(`${event.path}/thanks`)).toContain('Terima kasih')
    const other = await send(event.path, { ...someone(), token: given.token ?? '' })
    expect([other.status, await other.text()]).toEqual([422, expect.stringContaining('sudah dipakai')])
    expect(await participantsOf(event.id)).toHaveLength(1)
  })

  it('that is sent twice at once is one', async () => {
    const event = await makeEvent({ quota: 5 })
    const given = { token: await openForm(event.path), ...someone() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(event.path, given)))
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('Location')}`)).size).toBe(1)
    expect(await eventOf(event.id)).toMatchObject({ taken: 1 })
  })

  it.each([
    ['a robot that fills in everything', { website: 'https://spam.example' }, 303],
    ['a form of nobody', { token: 'x' }, 422],
    ['two @', { email: 'a@b@surat.test' }, 422],
    ['no phone', { phone: '' }, 422],
    ['a phone from abroad', { phone: '+1 202 555 0123' }, 422],
    ['a name of tags', { name: '<img src=x onerror=alert(1)>' }, 422],
    ['a name with a null character', { name: 'a\0b' }, 422],
    ['a name of 10 kB', { name: 'a'.repeat(10_000) }, 422],
  ])('is not made by %s', async (_, fields, status) => {
    const event = await makeEvent()
    const { response } = await register(event.path, fields)
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain('<img src=x')
    expect(await participantsOf(event.id)).toEqual([])
  })

  it('comes back at the form with what was entered, and says above it what is wrong', async () => {
    const event = await makeEvent()
    const question = await askQuestion(event.id, { required: true, question: 'Kenapa?' })
    const html = await (await register(event.path, { name: 'Sri "Ayu"', [`q${question.id}`]: '' })).response.text()
    expect(html).toContain('value="Sri &quot;Ayu&quot;"')
    expect(html).toMatch(new RegExp(`id="q${question.id}-bad">Wajib diisi`))
    expect(html).toContain(`<li><a href="#q${question.id}">Kenapa?: Wajib diisi`)
    expect(html).toMatch(/<section id="form">[\s\S]*<form method="post" action="[^"]*#form">/)
  })

  it('answers what is asked: an archived question and unknown ones are not read', async () => {
    const [event, other] = [await makeEvent(), await makeEvent()]
    const [archived, foreign, kept] = [
      await askQuestion(event.id),
      await askQuestion(other.id),
      await askQuestion(event.id, { kind: 'choice', options: ['ya'] }),
    ]
    const form = { token: await openForm(event.path), ...someone() }
    await db.update(eventQuestions).set({ deleted_at: sql`now()` }).where(eq(eventQuestions.id, archived.id))
    const answers = { [`q${archived.id}`]: 'Lama', [`q${foreign.id}`]: 'Lain', q999999: 'Tidak ada', [`q${kept.id}`]: 'ya' }
    expect((await send(event.path, { ...form, [`q${kept.id}`]: 'mungkin' })).status).toBe(422)
    expect((await send(event.path, { ...form, ...answers })).status).toBe(303)
    expect((await participantsOf(event.id))[0]?.answers).toMatchObject([{ question_id: kept.id, answer: 'ya' }])
  })

  it('of a whole class behind one address gets through, the last of it later, and what is wrong counts nothing', async () => {
    const event = await makeEvent()
    const from = (at: number) => `2001:db8:5:1::${at.toString(16)}`
    const held = passTime()
    const token = await openForm(event.path)
    const answer = (at: number) => send(event.path, { ...someone(), token: formToken(world.platform, formName(event.id)) }, {}, from(at))
    const wrong = await Promise.all(
      Array.from({ length: 100 }, (_, at) => send(event.path, { ...someone({ phone: 'x' }), token }, {}, from(at))),
    )
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([422]))
    const statuses = (await Promise.all(Array.from({ length: 60 }, (_, at) => answer(at)))).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([303]))
    /** As if so many seconds of turns were given beyond the sixty. */
    const owe = (seconds: number) =>
      db
        .update(attempts)
        .set({ ends_at: sql`now() + make_interval(secs => ${60 * 5 + seconds}::int)` })
        .where(eq(attempts.key, world.platform.tokens.digest('pace form networks 2001:db8:5:1')))
    await owe(3_600)
    const late = await answer(61)
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(3_000)
    expect(await late.text()).toContain('Terlalu banyak pendaftaran dari jaringan ini')
    expect((await send(event.path, { ...someone(), token }, {}, '2001:db8:5:2::1')).status).toBe(303)
    expect(held).toEqual([])
    await owe(4)
    expect((await answer(62)).status).toBe(303)
    expect(held).toHaveLength(1)
  })

  it('of a crowd of many networks is slowed, and nobody of it is refused', async () => {
    const event = await makeEvent()
    const name = world.platform.tokens.digest(`pace event page ${event.id}`)
    await db.insert(attempts).values({ key: name, times: 1, ends_at: inHours(1) })
    const held = passTime()
    expect((await register(event.path)).response.status).toBe(303)
    expect(held).toEqual([5])
  })

  it('of 1 MB or another type is not read', async () => {
    const event = await makeEvent()
    expect((await send(event.path, { name: 'a'.repeat(1_000_000) })).status).toBe(413)
    expect((await send(event.path, {}, { 'content-type': 'application/json' })).status).toBe(415)
  })

  it.each([
    ['an address in the name', 'Menang di slot88.com', 'wrong_address'],
    ['an address that is hidden in the name', 'Budi slo\u200bt88.c\u202eom', 'wrong_address'],
  ] as const)('is refused with words for %s', async (_, name, word) => {
    const event = await makeEvent()
    const { response } = await register(event.path, { name })
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(sayTo('id', word))])
  })

  it('keeps no more unpaid seats for a network than ten, whoever asks, until one is paid', async () => {
    const [event, other] = [await makeEvent({ fee_type: 'paid', price: 5_000 }), await makeEvent({ fee_type: 'paid', price: 5_000 })]
    const from = (at: number) => `2001:db8:6:1::${at.toString(16)}`
    const order = async (at: number, path: string, fields = {}) =>
      send(path, { ...someone(fields), token: await openForm(path) }, {}, from(at))
    const { given } = await register(event.path)
    for (let at = 0; at < 10; at++) expect((await order(at, at % 2 ? event.path : other.path)).status).toBe(303)
    const [fresh, known] = [await order(11, event.path), await order(12, event.path, { phone: given.phone })]
    expect([fresh.status, known.status]).toEqual([429, 429])
    expect(await fresh.text()).toContain(sayTo('id', 'unpaidSeats'))
    expect((await register(event.path)).response.status).toBe(303)
    const mine = sql`(select id from event_participants where event_id = ${event.id} and network is not null order by id desc limit 1 offset 1)`
    await db.execute(sql`update event_participants set state = 'registered' where id = ${mine}`)
    expect((await order(13, event.path)).status).toBe(303)
  })

  it('is paid before the event begins, also where that is moved, and is none of the public page after it', async () => {
    const event = await makeEvent({ fee_type: 'paid', price: 5_000, start_at: inHours(3), end_at: inHours(5) })
    const dueOf = async () => {
      const { rows } = await db.execute<{ due: string; begin: string }>(
        sql`select o.due_at::text as due, e.start_at::text as begin from orders o join event_participants p on p.order_id = o.id
          join events e on e.id = p.event_id where e.id = ${event.id}`,
      )
      return rows
    }
    await register(event.path)
    for (const { due, begin } of await dueOf()) expect(due).toBe(begin)
    const moved = { start_at: inHours(2), end_at: inHours(4) }
    const headers = { 'Update-Mask': 'start_at,end_at' }
    expect((await world.ask('PUT', `/event/in/v1/events/${event.id}`, moved, headers)).status).toBe(200)
    const after = await dueOf()
    expect(after).toHaveLength(1)
    for (const { due, begin } of after) expect(due).toBe(begin)
    const form = await openForm(event.path)
    await db
      .update(events)
      .set({ start_at: inHours(-1) })
      .where(eq(events.id, event.id))
    expect(await pageOf(event.path)).toContain(sayTo('id', 'begun'))
    expect((await send(event.path, { ...someone(), token: form })).status).toBe(410)
    const later = await makeEvent({ fee_type: 'paid', price: 5_000 })
    await register(later.path)
    const { rows } = await db.execute<{ hours: number }>(
      sql`select round(extract(epoch from o.due_at - now()) / 3600)::int as hours from orders o join event_participants p on p.order_id = o.id where p.event_id = ${later.id}`,
    )
    expect(rows).toEqual([{ hours: 24 }])
  })
})

describe('a repeat', () => {
  /** All that is answered, without what the visitor entered and what every form has of its own. */
  async function answerTo(path: string, given: Record<string, string>) {
    const response = await send(path, given)
    const entered = Object.values(given).filter((value) => value !== 'yes')
    const body = entered.reduce((html, value) => html.replaceAll(escapeHtml(value), '…'), await response.text())
    // Each form has a name of its own, whether or not it made a registration.
    const headers = [...response.headers].map(([name, value]) => [name, value.replace(/\?t=[0-9a-f-]{36}\.[0-9a-f]{32}$/, '?t=…')])
    return { status: response.status, headers, body: body.replace(/name="token" value="[^"]+"/, '') }
  }

  it.each([
    ['a free event', {}, {}],
    ['a free event that is full', { quota: 1 }, {}],
    ['its waiting list', { quota: 1 }, { wait: 'yes' }],
    ['a paid event', { fee_type: 'paid', price: 5_000 }, {}],
    ['a paid event that is full', { fee_type: 'paid', price: 5_000, quota: 1 }, {}],
    ['its waiting list', { fee_type: 'paid', price: 5_000, quota: 1 }, { wait: 'yes' }],
  ])('of %s is answered as somebody new', async (_, values, more) => {
    const event = await makeEvent(values)
    const { given, response } = await register(event.path)
    expect(response.status).toBe(303)
    const form = async (fields: Record<string, string>) => ({ ...someone(), ...fields, ...more, token: await openForm(event.path) })
    const byPhone = await answerTo(event.path, await form({ phone: given.phone }))
    const byEmail = await answerTo(event.path, await form({ email: given.email }))
    const fresh = await answerTo(event.path, await form({}))
    expect([byPhone, byEmail]).toEqual([fresh, fresh])
    // Nor does a form that has served tell whether it was used for this person.
    const other = await register(event.path, more)
    const served = await answerTo(event.path, { ...(await form({ phone: given.phone })), token: other.given.token ?? '' })
    expect(served).toEqual(await answerTo(event.path, { ...(await form({})), token: other.given.token ?? '' }))
  })

  it('by a deleted customer of a paid event is answered as somebody new, and left to the office on the waiting list', async () => {
    const event = await makeEvent({ fee_type: 'paid', price: 5_000 })
    const { given } = await register((await makeEvent({ fee_type: 'paid', price: 5_000 })).path)
    await db.execute(sql`update members set deleted_at = now() where phone = ${given.phone.replace(/\D/g, '').replace(/^0/, '62')}`)
    const form = async (fields: Record<string, string>) => ({ ...someone(), ...fields, token: await openForm(event.path) })
    const deleted = await answerTo(event.path, await form({ phone: given.phone }))
    expect(deleted).toEqual(await answerTo(event.path, await form({})))
    expect((await participantsOf(event.id)).map(({ state, order_id }) => [state, order_id !== null])).toEqual([
      ['offered', false],
      ['offered', true],
    ])
  })

  it('sends the mail once more to the address that is registered, twice a day at most', async () => {
    const event = await makeEvent()
    const { given } = await register(event.path)
    await world.runJobs()
    const mailsTo = async (email: string) => (await world.mails()).filter((mail) => mail.includes(`<${email}>`)).length
    expect(await mailsTo(given.email)).toBe(1)
    const [stranger] = [someone({ phone: given.phone })]
    for (let at = 0; at < 4; at++) {
      await send(event.path, { ...stranger, token: await openForm(event.path) })
      await world.platform.background.settled()
      await world.runJobs()
    }
    expect([await mailsTo(given.email), await mailsTo(stranger.email)]).toEqual([3, 0])
  })

  it('of one mailbox for many events is three mails an hour; the others wait, and none is lost', async () => {
    const spellings = ['korban@gmail.com', 'Kor.ban@gmail.com', 'korban+1@gmail.com', 'k.orban+2@GoogleMail.com', 'korban@gmail.com']
    for (const email of spellings) await register((await makeEvent()).path, { email })
    await world.runJobs()
    const count = async () => (await world.mails()).filter((mail) => /<k\.?or\.?ban(\+\d)?@g(oogle)?mail\.com>/i.test(mail)).length
    expect(await count()).toBe(3)
    await db.execute(sql`update attempts set ends_at = now()`)
    await db.execute(sql`update jobs set run_at = now() where kind = 'event-mail' and state = 'waiting'`)
    await world.runJobs()
    expect(await count()).toBe(5)
  })
})

describe('the own address of a registration', () => {
  const act = (own: string, action: string) => send(own, { action })

  it('cancels by a form alone, and frees the seat', async () => {
    const event = await makeEvent({ quota: 1 })
    const { own, given } = await register(event.path)
    expect((await visit(own)).status).toBe(200)
    expect(await eventOf(event.id)).toMatchObject({ taken: 1 })
    const cancelled = await act(own, 'cancel')
    expect([cancelled.status, cancelled.headers.get('Location')]).toEqual([303, own])
    expect((await act(own, 'cancel')).status).toBe(303)
    expect(await eventOf(event.id)).toMatchObject({ taken: 0 })
    expect(await pageOf(own)).toContain('Pendaftaran ini batal')
    // Who cancelled may come back.
    const back = await send(event.path, { ...given, token: await openForm(event.path), name: 'Lagi' })
    expect(back.status).toBe(303)
    expect(await participantsOf(event.id)).toMatchObject([{ state: 'registered', name: 'Lagi' }])
  })

  it.each([
    ['a free event', {}],
    ['a paid one', { fee_type: 'paid', price: 5_000 }],
  ])('of %s ends, as its ticket does, when another mailbox registers the same phone', async (_, values) => {
    const event = await makeEvent(values)
    const first = await register(event.path)
    const thanks = first.response.headers.get('Location') ?? ''
    const cancelIt = sql`update event_participants set state = 'cancelled', order_id = null where event_id = ${event.id}`
    await db.execute(sql`update event_participants set state = 'registered' where event_id = ${event.id}`)
    const code = /<code>([A-Z2-7]+)<\/code>/.exec(await pageOf(thanks))?.[1] ?? ''
    expect(code).not.toBe('')
    await db.execute(cancelIt)
    await db.update(events).set({ taken: 0, offered: 0 }).where(eq(events.id, event.id))
    const second = await register(event.path, { phone: first.given.phone })
    await db.execute(sql`update event_participants set state = 'registered' where event_id = ${event.id}`)
    expect(await participantsOf(event.id)).toMatchObject([{ email: second.given.email, ticket: 2 }])
    expect((await visit(first.own)).status).toBe(404)
    expect((await act(first.own, 'cancel')).status).toBe(404)
    expect(await pageOf(thanks)).not.toContain('<code>')
    expect(await pageOf(second.own)).not.toContain(code)
  })

  it('opens by the link of a mail from before, of the first ticket alone', async () => {
    const event = await makeEvent()
    const { given } = await register(event.path)
    const [row] = await participantsOf(event.id)
    const former = `/e/r/${row?.ref}.${world.platform.tokens.digest(`event registration ${row?.ref}`).slice(0, 32)}`
    expect((await visit(former)).status).toBe(200)
    await db.update(eventParticipants).set({ ticket: 2 }).where(eq(eventParticipants.event_id, event.id))
    expect([(await visit(former)).status, (await visit(await world.ownOf(given.email))).status]).toEqual([404, 200])
  })

  it('is nobody else’s', async () => {
    const event = await makeEvent()
    const [one, other] = [await register(event.path), await register(event.path)]
    const [ref, signature] = [one.own.split('.')[0], other.own.split('.')[1]]
    for (const path of [`${ref}.${signature}`, `${ref}.`, `${ref}`, '/e/r/x.y', `${one.own}0`]) {
      expect((await visit(path)).status, path).toBe(404)
      expect((await act(path, 'cancel')).status, path).toBe(404)
    }
    expect(await eventOf(event.id)).toMatchObject({ taken: 2 })
  })
})

describe('a full event', () => {
  it('offers to wait, and the seat of who cancels to who waits first, who takes it by a form', async () => {
    const event = await makeEvent({ quota: 1 })
    const first = await register(event.path)
    const form = someone({ token: await openForm(event.path) })
    const full = await send(event.path, form)
    expect(full.status).toBe(422)
    const html = await full.text()
    expect(html).toContain('Masuk daftar tunggu')
    expect(html).toContain(form.email)
    const waiting = await send(event.path, { ...form, token: world.tokenOf(html), wait: 'yes' })
    const later = await register(event.path, { wait: 'yes' })
    expect(waiting.status).toBe(303)
    const own = await world.ownOf(form.email)
    expect(await pageOf(own)).toContain('Anda di daftar tunggu')
    await world.runJobs()
    await send(first.own, { action: 'cancel' })
    expect(await pageOf(own)).toContain('Ada kursi untuk Anda')
    expect(await pageOf(later.own)).toContain('Anda di daftar tunggu')
    expect(await eventOf(event.id)).toMatchObject({ taken: 0, offered: 1 })
    await world.runJobs()
    const mails = (await world.mails()).filter((mail) => mail.includes(`<${form.email}>`))
    expect(mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]).sort()).toEqual([
      `Ada kursi untuk Anda: ${event.title}`,
      `Daftar tunggu: ${event.title}`,
    ])
    expect((await register(event.path)).response.status).toBe(422)
    expect((await visit(own)).status).toBe(200)
    expect(await eventOf(event.id)).toMatchObject({ taken: 0, offered: 1 })
    expect((await send(own, { action: 'accept' })).status).toBe(303)
    expect(await eventOf(event.id)).toMatchObject({ taken: 1, offered: 0 })
    expect(await pageOf(own)).toContain('Anda terdaftar')
    expect((await send(later.own, { action: 'accept' })).status).toBe(422)
    const states = await db
      .select({ state: eventParticipants.state })
      .from(eventParticipants)
      .where(and(eq(eventParticipants.event_id, event.id), eq(eventParticipants.state, 'waiting')))
    expect(states).toHaveLength(1)
  })
})
