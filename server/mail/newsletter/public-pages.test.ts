import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { mailEventsReceive, mailEventsSignature } from '#contract/mail-events.ts'
import { mailSuppressions } from '#server/db/tables/mail.ts'
import { makeNewsletterWorld, type NewsletterWorld, newsletterPath } from '#tests/support/newsletters.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { mailIdOf, readLetter } from './letter.ts'
import { recipientToken } from './links.ts'
import { countOpened, isMachine } from './opens.ts'

const secret = 'a secret of the provider of mail'
let world: NewsletterWorld
beforeAll(async () => {
  world = await makeNewsletterWorld({ env: { MAIL_EVENTS_SECRET: secret } })
})
afterAll(() => world.close())
beforeEach(() => world.empty())

const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
const suppressions = async () => (await world.db.select().from(mailSuppressions)).map(({ address, kind }) => `${address} ${kind}`).sort()

/** A newsletter that was sent to these an hour ago. Returns its number and its recipients'. */
async function send(...emails: string[]): Promise<{ id: number; ids: number[] }> {
  await world.join(...emails)
  const { id } = await world.create()
  await world.run()
  await world.db.execute(sql`update newsletter_recipients set sent_at = now() - interval '1 hour' where state = 'sent'`)
  return { id, ids: (await world.recipients(id)).map((row) => row.id) }
}

describe('/u/{token}', () => {
  const pathOf = (id = 0) => `/u/${recipientToken(world.platform, 'unsubscribe', id)}`

  it('changes nothing by GET; POST ends newsletters, with the same answer again, without cookie and redirect', async () => {
    const { ids } = await send('sari@x.id')
    const shown = await world.app.request(pathOf(ids[0]))
    expect([shown.status, shown.headers.get('set-cookie'), await suppressions()]).toEqual([200, null, []])
    expect(await shown.text()).toContain('<form method="post">')
    const post = () =>
      world.app.request(pathOf(ids[0]), {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
        redirect: 'manual',
      })
    const first = await post()
    expect([first.status, first.headers.get('set-cookie'), first.headers.get('location'), await suppressions()]).toEqual([
      200,
      null,
      null,
      ['sari@x.id unsubscribed'],
    ])
    const second = await post()
    expect([second.status, await second.text(), await suppressions()]).toEqual([200, await first.text(), ['sari@x.id unsubscribed']])
    const next = await world.create()
    await world.run()
    expect((await world.recipients(next.id)).map(({ state, reason }) => [state, reason])).toEqual([['suppressed', 'unsubscribed']])
    expect(world.sink.mails).toHaveLength(1)
  })

  it('is unknown with another signature, and a test’s link ends nothing', async () => {
    const { ids } = await send('sari@x.id')
    const forged = pathOf(ids[0]).replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    const ofOpen = `/u/${recipientToken(world.platform, 'open', ids[0] ?? 0)}`
    for (const path of [forged, ofOpen, '/u/1', `/u/${'9'.repeat(300)}`])
      for (const method of ['GET', 'POST']) expect((await world.app.request(path, { method })).status).toBe(404)
    expect((await world.app.request(pathOf(0), { method: 'POST' })).status).toBe(200)
    expect(await suppressions()).toEqual([])
  })

  it.each([
    ['ar', 'rtl'],
    ['tr', 'ltr'],
    ['id', 'ltr'],
    ['en', 'ltr'],
    ['fr', 'ltr'],
  ])('speaks the language %s of the reader', async (language, direction) => {
    const page = await world.app.request(pathOf(1), { headers: { 'accept-language': language } })
    expect(await page.text()).toContain(`lang="${language === 'fr' ? 'id' : language}" dir="${direction}"`)
  })
})

describe('/c/{token}/{place}', () => {
  const body =
    '<p><a href="https://contoh.id/a?b=1&amp;c=2">Baca</a> <a href="https://contoh.id/b">https://contoh.id/b</a> <a href="mailto:a@b.id">Surat</a></p>'
  const follow = (path: string, agent = browser, method = 'GET') =>
    world.app.request(path, { method, redirect: 'manual', headers: { 'user-agent': agent } })
  const settled = () => world.platform.background.settled()

  async function letterOf(email: string) {
    await world.join(email)
    const { id } = await world.create({ body })
    await world.run()
    await world.db.execute(sql`update newsletter_recipients set sent_at = now() - interval '1 hour' where state = 'sent'`)
    const [recipient = { id: 0 }] = await world.recipients(id)
    const { html = '', text } = (await readLetter(world.platform, id)).to({ id: recipient.id, address: email })
    return { id, recipient: recipient.id, html, text }
  }

  it('leads to the link of the text, and counts a person and a machine once each', async () => {
    const { id, html, text, recipient } = await letterOf('sari@x.id')
    const [path = ''] = /\/c\/[\w-]+\/\d+/.exec(html) ?? []
    expect(html).not.toContain('href="https://contoh.id/a?')
    // What looks like an address leads there in sight, and the text part has the addresses themselves.
    expect(html).toContain('href="https://contoh.id/b"')
    expect(text).toContain('https://contoh.id/a?b=1&c=2')
    for (let time = 0; time < 2; time++) {
      const response = await follow(path)
      expect([response.status, response.headers.get('location'), response.headers.get('referrer-policy')]).toEqual([
        302,
        'https://contoh.id/a?b=1&c=2',
        'no-referrer',
      ])
      await follow(path, 'curl/8')
    }
    await follow(path, browser, 'HEAD')
    await vi.waitFor(async () => {
      await settled()
      expect(await world.read(id)).toMatchObject({ clicked: 1, machine_clicked: 1, opened: 1, machine_opened: 1, unsubscribed: 0 })
    }, 5_000)
    await world.app.request(`/u/${recipientToken(world.platform, 'unsubscribe', recipient)}`, { method: 'POST' })
    await world.app.request(`/u/${recipientToken(world.platform, 'unsubscribe', recipient)}`, { method: 'POST' })
    expect(await world.read(id)).toMatchObject({ unsubscribed: 1 })
    const file = await world.app.request(`${newsletterPath}/${id}/recipients/export?format=csv`, {
      headers: { Authorization: `Bearer ${world.person.token}` },
    })
    const [header, line, ...rest] = (await file.text()).trim().split(/\r?\n/)
    expect([file.status, header?.replace('\ufeff', ''), rest]).toEqual([
      200,
      'Name,Address,State,Reason,Sent,Opened,Clicked,Unsubscribed,Delivery,Opened by a machine,Clicked by a machine',
      [],
    ])
    expect(line?.split(',').map((cell, n) => (n > 3 ? cell !== '' : cell))).toEqual([
      ...[expect.stringMatching(/^Anggota/), 'sari@x.id', 'sent', ''],
      ...[true, true, true, true, false, true, true],
    ])
  })

  it('is no open redirect: neither another token, nor a place or an address that the text has not', async () => {
    const { html, recipient } = await letterOf('budi@x.id')
    const [, token = ''] = /\/c\/([\w-]+)\/\d+/.exec(html) ?? []
    const wrong = [
      `/c/${token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}/0`,
      `/c/${recipientToken(world.platform, 'open', recipient)}/0`,
      `/c/${recipientToken(world.platform, 'click', 0)}/0`,
      ...['2', '999', '-1', 'https:%2F%2Fevil.test', '0?to=https://evil.test&url=https://evil.test'].map((place) => `/c/${token}/${place}`),
    ]
    for (const path of wrong) {
      const response = await follow(path)
      expect(response.headers.get('location') ?? '', path).not.toContain('evil')
      if (!path.includes('?')) expect(response.status, path).toBe(404)
    }
  })

  it('is no part of a test to oneself', async () => {
    const { id } = await world.create({ body })
    expect((await readLetter(world.platform, id)).to({ id: 0, address: 'a@x.id' }).html).not.toContain('/c/')
  })
})

it('whatever a mail shows loads in the pages of other origins, where its readers are', async () => {
  const { files } = world.platform
  const picture = await files.store(await files.inspect(new Uint8Array(await (await pictureOf(4, 4)).arrayBuffer()), 'a.png'))
  const { id } = await world.create({ body: `<p><img src="${picture.url}" alt="Grafik"></p>` })
  const { html = '' } = (await readLetter(world.platform, id)).to({ id: 1, address: 'sari@x.id' })
  const shown = [...html.matchAll(/<img src="https:\/\/lapangan\.test([^"]+)"/g)].map(([, path = '']) => path)
  expect(shown).toHaveLength(2)
  for (const path of shown) {
    const response = await world.app.request(path)
    expect([response.status, response.headers.get('cross-origin-resource-policy')], path).toEqual([200, 'cross-origin'])
  }
  const others = await world.app.request('/health/ready')
  expect(others.headers.get('cross-origin-resource-policy')).toBe('same-origin')
})

describe('/o/{token}.gif', () => {
  it.each([
    ['Chrome', browser, false],
    [
      'Google’s proxy, which reads for a person',
      'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
      false,
    ],
    ['a bot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
    ['no agent', '', true],
  ])('is opened by %s', (_, agent, machine) => {
    expect(isMachine(agent)).toBe(machine)
  })

  it('counts a person and a machine once each, and within ten seconds a machine', async () => {
    const { id, ids } = await send('a@x.id', 'b@x.id', 'c@x.id')
    const [a = 0, b = 0, c = 0] = ids
    await world.db.execute(sql`update newsletter_recipients set sent_at = now() - interval '9 seconds' where id = ${c}`)
    const now = Date.now()
    const count = (...opened: { id: number; person: number | null; machine: number | null }[]) =>
      world.db.transaction((tx) => countOpened(tx, opened, now))
    await count({ id: a, person: now, machine: now }, { id: b, person: null, machine: now }, { id: c, person: now, machine: null })
    expect(await world.read(id)).toMatchObject({ sent: 3, opened: 1, machine_opened: 3 })
    await count({ id: a, person: now, machine: now }, { id: c, person: now, machine: null })
    expect(await world.read(id)).toMatchObject({ opened: 1, machine_opened: 3 })
    await world.db.execute(sql`update newsletter_recipients set sent_at = now() - interval '11 seconds' where id = ${c}`)
    await count({ id: c, person: now, machine: null })
    expect(await world.read(id)).toMatchObject({ sent: 3, opened: 2, machine_opened: 3 })
  })

  it('of one who is unknown says that they have it; of others it counts nothing', async () => {
    world.sink.behave(({ step, to }) => (step !== 'message' ? undefined : to === 'a@x.id' ? 'cut' : '554 no'))
    const { id, ids } = await send('a@x.id', 'b@x.id')
    expect(await world.read(id)).toMatchObject({ unknown: 1, failed: 1, sent: 0 })
    const now = Date.now()
    await world.db.transaction((tx) =>
      countOpened(
        tx,
        ids.map((each) => ({ id: each, person: now, machine: null })),
        now,
      ),
    )
    expect(await world.read(id)).toMatchObject({ unknown: 0, failed: 1, sent: 1, opened: 1 })
  })

  it('gives a picture to everybody, also without a recipient', async () => {
    for (const token of [recipientToken(world.platform, 'open', 1), '1-00000000000000000000000000000000']) {
      const picture = await world.app.request(`/o/${token}.gif`, { headers: { 'user-agent': browser } })
      expect([picture.status, picture.headers.get('content-type'), picture.headers.get('cache-control')]).toEqual([
        200,
        'image/gif',
        'no-store',
      ])
    }
    await world.platform.background.settled()
  })
})

describe('POST /crm/public/v1/mail-events', () => {
  const post = (body: unknown, signed = secret) => {
    const text = JSON.stringify(body)
    const signature = `sha256=${createHmac('sha256', signed).update(text).digest('hex')}`
    return world.app.request(mailEventsReceive.path, { method: 'POST', body: text, headers: { [mailEventsSignature]: signature } })
  }
  const messageId = (id = 0) => `<${mailIdOf(world.platform, id)}@lapangan.test>`

  it('refuses a wrong signature, and a body that is no list', async () => {
    expect((await post([], 'another secret of somebody')).status).toBe(403)
    expect((await post({})).status).toBe(400)
    expect((await post(Array.from({ length: 1_001 }, () => ({})))).status).toBe(400)
    expect((await post([{ kind: 'bounce', message_id: 'x' }, { kind: 'x' }, 1, null])).status).toBe(200)
    expect(await suppressions()).toEqual([])
  })

  it('suppresses after a bounce and a complaint, and a later event never improves an outcome', async () => {
    const { id, ids } = await send('a@x.id', 'b@x.id', 'c@x.id')
    const [a, b, c] = ids
    await post([
      { message_id: messageId(a), kind: 'bounce' },
      { message_id: messageId(b), kind: 'delivered' },
      { message_id: messageId(c), kind: 'unsubscribe' },
    ])
    await post([
      { message_id: messageId(a), kind: 'delivered' },
      { message_id: messageId(b), kind: 'complaint' },
    ])
    await post([
      { message_id: messageId(b), kind: 'bounce' },
      { message_id: messageId(a), kind: 'bounce' },
    ])
    expect(await world.read(id)).toMatchObject({ sent: 3, bounced: 1, complained: 1, failed: 0 })
    const { body } = await world.ask('GET', `${newsletterPath}/${id}/recipients`)
    expect(body.data.map(({ state, event }: { state: string; event: string | null }) => [state, event])).toEqual([
      ['sent', 'bounced'],
      ['sent', 'complained'],
      ['sent', null],
    ])
    expect(await suppressions()).toEqual(['a@x.id bounced', 'b@x.id bounced', 'b@x.id complained', 'c@x.id unsubscribed'])
  })

  it('decides about one who is unknown', async () => {
    world.sink.behave(({ step }) => (step === 'message' ? 'cut' : undefined))
    const { id, ids } = await send('a@x.id', 'b@x.id')
    expect(await world.read(id)).toMatchObject({ unknown: 2 })
    await post([
      { message_id: messageId(ids[0]), kind: 'delivered' },
      { message_id: messageId(ids[1]), kind: 'bounce' },
    ])
    expect((await world.recipients(id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['sent', null],
      ['failed', 'bounced'],
    ])
    expect(await world.read(id)).toMatchObject({ unknown: 0, sent: 1, failed: 1 })
  })

  it('does nothing at a replay, also after an address was freed', async () => {
    const events = [{ message_id: '<order@lapangan.test>', kind: 'complaint', address: 'bebas@x.id' }]
    await post(events)
    expect(await suppressions()).toEqual(['bebas@x.id complained'])
    await world.platform.database.db.delete(mailSuppressions)
    expect((await post(events)).status).toBe(200)
    expect(await suppressions()).toEqual([])
    await post([...events, { kind: 'x' }])
    expect(await suppressions()).toEqual(['bebas@x.id complained'])
  })

  it('suppresses the address of another mail', async () => {
    await post([{ message_id: '<order@lapangan.test>', kind: 'bounce', address: ' Budi@X.id ' }])
    expect(await suppressions()).toEqual(['budi@x.id bounced'])
  })
})
