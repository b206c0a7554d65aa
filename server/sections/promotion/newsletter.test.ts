import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { met } from '#contract/kit/field/condition.ts'
import { newsletter } from '#contract/sections/promotion/newsletter.ts'
import { makePerson } from '#tests/support/api.ts'
import { makeNewsletterWorld, type NewsletterWorld, newsletterPath } from '#tests/support/newsletters.ts'
import { requestAs } from '#tests/support/request.ts'

let world: NewsletterWorld
beforeAll(async () => {
  world = await makeNewsletterWorld()
})
afterAll(() => world.close())
beforeEach(() => world.empty())

const act = (id: number, call: string, body?: unknown) => world.ask('PUT', `${newsletterPath}/${id}/${call}`, body ?? {})
const states = async (id: number) => (await world.recipients(id)).map(({ state }) => state)

/** A newsletter of which one is unknown and the others wait, because the server went away. */
async function halfSent(): Promise<number> {
  await world.join('cut@x.id', 'a@x.id', 'b@x.id')
  world.sink.behave(({ step, to }) =>
    step === 'message' && to === 'cut@x.id' ? 'cut' : step === 'rcpt' && to !== 'cut@x.id' ? '421 closing' : undefined,
  )
  const { id } = await world.create()
  await world.run()
  expect(await states(id)).toEqual(['unknown', 'queued', 'queued'])
  world.sink.behave(() => undefined)
  return id
}

describe('a person', () => {
  it('holds a newsletter, and lets it go on', async () => {
    const id = await halfSent()
    const held = await act(id, 'hold')
    expect(held.body.data).toMatchObject({ status: 'sending', held: 'person' })
    // Offered no more; another one's press of before changes nothing.
    expect(met(newsletter.calls.hold.when, held.body.data)).toBe(false)
    expect(met(newsletter.calls.hold.when, { ...held.body.data, held: 'mail_down' })).toBe(true)
    expect((await act(id, 'hold')).body.data).toMatchObject({ held: 'person' })
    await world.later()
    await world.run()
    expect(await states(id)).toEqual(['unknown', 'queued', 'queued'])
    await act(id, 'resume')
    await world.run()
    expect(await states(id)).toEqual(['unknown', 'sent', 'sent'])
    expect(await world.read(id)).toMatchObject({ status: 'sent', held: null, unknown: 1, sent: 2 })
    expect((await act(id, 'hold')).status).toBe(422)
  })

  it('stops a newsletter: the rest gets none, and it is over', async () => {
    const id = await halfSent()
    const { body } = await act(id, 'stop')
    expect(body.data).toMatchObject({ status: 'sent', held: null, stopped: 2, unknown: 1, sent: 0 })
    await world.later()
    await world.run()
    expect(await states(id)).toEqual(['unknown', 'stopped', 'stopped'])
    expect((await act(id, 'stop')).status).toBe(422)
    expect(world.sink.mails).toEqual([])
  })

  it('stops one whose mails are with the server right now; they are stored, and what comes back is not sent again', async () => {
    await world.join('full@x.id', 'down@x.id', 'ok@x.id')
    const { id } = await world.create()
    world.sink.behave(({ step, to }) =>
      step !== 'message' ? undefined : to === 'full@x.id' ? '452 full' : to === 'down@x.id' ? '421 closing' : undefined,
    )
    let stopped: Promise<unknown> | undefined
    const { mail } = world.platform
    const whileSending = {
      ...mail,
      deliver: async (...given: Parameters<typeof mail.deliver>) => {
        stopped ??= act(id, 'stop')
        await stopped
        return mail.deliver(...given)
      },
    }
    await world.another({ mail: whileSending }).idle()
    expect(await states(id)).toEqual(['stopped', 'stopped', 'sent'])
    expect(await world.read(id)).toMatchObject({ status: 'sent', stopped: 2, sent: 1, held: null })
  })

  it('decides about unknown ones: to leave them, or to send again', async () => {
    const id = await halfSent()
    await act(id, 'resume')
    await world.run()
    expect((await act(id, 'unknown', { decision: 'leave' })).status).toBe(200)
    await world.run()
    expect(await states(id)).toEqual(['unknown', 'sent', 'sent'])
    const [unknown] = await world.recipients(id)
    const { body } = await act(id, 'unknown', { decision: 'resend', recipients: [unknown?.id] })
    expect(body.data).toMatchObject({ status: 'sending', unknown: 0, queued: 1 })
    await world.run()
    expect(await world.read(id)).toMatchObject({ status: 'sent', unknown: 0, sent: 3 })
    const list = await world.ask('GET', `${newsletterPath}/${id}/recipients?query=state:sent&search=cut`)
    expect(list.body.data).toMatchObject([{ address: 'cut@x.id', state: 'sent', decided_by: expect.stringContaining('Person') }])
    expect((await act(id, 'unknown', { decision: 'maybe' })).status).toBe(422)
  })

  it('gets a test at their own address, five times a minute, and nothing counts', async () => {
    await world.join('sari@x.id')
    const { id } = await world.create({ status: 'draft' })
    const statuses: number[] = []
    for (let times = 0; times < 6; times++) statuses.push((await world.ask('POST', `${newsletterPath}/${id}/test`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    await world.run()
    expect(world.sink.mails.map(({ to }) => to)).toEqual(Array.from({ length: 5 }, () => world.person.email))
    expect(new Set(world.sink.mails.map(({ messageId }) => messageId)).size).toBe(5)
    expect(await world.read(id)).toMatchObject({ status: 'draft', matched: 0, sent: 0 })
    expect(await world.recipients(id)).toEqual([])
    expect((await world.ask('POST', `${newsletterPath}/999999/test`)).status).toBe(404)
  })
})

describe('who got it', () => {
  it('stands on the page of the member, with the time', async () => {
    const [sari, other] = await world.join('sari@x.id', null)
    const { id } = await world.create({ subject: 'Kabar pertama' })
    await world.run()
    const received = (member = 0) => world.ask('GET', `/member/in/v1/members/${member}/newsletters`)
    expect((await received(sari)).body.data).toMatchObject([
      { newsletter_id: id, subject: 'Kabar pertama', state: 'sent', address: 'sari@x.id', sent_at: expect.any(String) },
    ])
    expect((await received(other)).body.data).toMatchObject([{ newsletter_id: id, state: 'skipped', reason: 'no_address', sent_at: null }])
    expect((await received(999_999)).status).toBe(404)
  })

  it('is named to those alone who may see the member', async () => {
    const [own, others] = await world.join('own@x.id', 'others@x.id')
    const { id } = await world.create()
    await world.run()
    const salesperson = await makePerson(world.platform, ['get promotion', 'get member'], 'sales')
    const else_ = await makePerson(world.platform, ['get promotion'])
    await world.db.execute(sql`update members set sales_id = ${salesperson.id} where id = ${own ?? 0}`)
    await world.db.execute(sql`update members set sales_id = ${world.person.id} where id = ${others ?? 0}`)
    const list = async (person: typeof else_, query = '') =>
      (await requestAs(world.app, person)('GET', `${newsletterPath}/${id}/recipients${query}`)).body
    expect((await list(salesperson)).data).toMatchObject([{ address: 'own@x.id' }])
    expect((await list(else_)).data).toMatchObject([
      { address: null, name: null, state: 'sent' },
      { address: null, name: null },
    ])
    expect((await list(else_, '?search=own')).code).toBe('invalid')
    expect((await requestAs(world.app, else_)('GET', `/member/in/v1/members/${own}/newsletters`)).status).toBe(403)
  })
})
