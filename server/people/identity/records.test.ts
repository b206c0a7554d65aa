import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { replay } from '#contract/replay.ts'
import { member } from '#contract/sections/member/member.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { importJob, undoImportJob } from '#server/crud/import/job.ts'
import type { Db } from '#server/db/database.ts'
import { rooms } from '#server/db/tables/chat.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { leads as leadTable } from '#server/db/tables/crm.ts'
import { eventParticipants } from '#server/db/tables/events.ts'
import { people, personIdentities, roomIdentities, roomJoins } from '#server/db/tables/identities.ts'
import { jobs } from '#server/db/tables/jobs.ts'
import { members } from '#server/db/tables/members.ts'
import { IdentityBook, readIdentities } from '#server/inbox/identity/book.ts'
import { linkPeople } from '#server/inbox/identity/people.ts'
import { receive } from '#server/inbox/inbound/receive.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import type { Application } from '#server/sections/product/event-page/application.ts'
import { takePlaces } from '#server/sections/product/event-page/take-places.ts'
import { makePerson } from '#tests/support/api.ts'
import { fromCustomer, makeNumber } from '#tests/support/chat.ts'
import { makeEventWorld } from '#tests/support/events.ts'
import { formOf } from '#tests/support/form.ts'
import { wrongPeople } from '#tests/support/people.ts'
import { requestAs, type TestRequest } from '#tests/support/request.ts'
import { linkAll } from './backfill.ts'
import { take } from './claims.ts'
import { joinPeople, partPeople } from './join-people.ts'

const world = await makeEventWorld()
const { platform, db, app } = world
let ask: TestRequest
beforeAll(async () => {
  ask = requestAs(app, await makePerson(platform, [], 'Root', true))
})
afterAll(() => world.close())
afterEach(async () => {
  expect(await wrongPeople(db)).toEqual([])
})

let count = 0
const phone = () => `62812${String(70_000_000 + ++count)}`
const email = () => `budi${++count}@surat.test`

type Values = Readonly<Record<string, unknown>>

const kinds = {
  lead: { section: leads, table: leadTable, more: async () => ({ status: 'new' }) },
  member: { section: member, table: members, more: async () => ({}) },
  participant: {
    section: participant,
    table: eventParticipants,
    more: async () => ({ event_id: (await world.makeEvent()).id, answers: [] }),
  },
} as const
type Kind = keyof typeof kinds
const all: readonly Kind[] = ['lead', 'member', 'participant']

interface Made {
  of: Kind
  id: number
  ref: string
}

async function make(of: Kind, values: Values): Promise<Made> {
  const { section, more } = kinds[of]
  const { status, body } = await ask('POST', section.path, { name: 'Budi', ...(await more()), ...values })
  expect(status, JSON.stringify(body)).toBe(201)
  expect(Object.keys(body.data)).not.toContain('person_id')
  return { of, id: body.data.id, ref: body.data.ref }
}

async function change({ of, ref }: Made, values: Values): Promise<void> {
  const mask = { 'Update-Mask': Object.keys(values).join() }
  const { status, body } = await ask('PUT', `${kinds[of].section.path}/${ref}`, values, mask)
  expect(status, JSON.stringify(body)).toBe(200)
}

async function remove({ of, id }: Made): Promise<void> {
  const { status, body } = await ask('DELETE', kinds[of].section.path, { ids: [id] })
  expect(status, JSON.stringify(body)).toBe(200)
}

async function personOf({ of, id }: Pick<Made, 'of' | 'id'>): Promise<number | null> {
  const { table } = kinds[of]
  const [row] = await db.select({ person: table.person_id }).from(table).where(eq(table.id, id))
  return row?.person ?? null
}

const namesOf = async (person: number | null) =>
  (
    await db
      .select()
      .from(personIdentities)
      .where(eq(personIdentities.person, person ?? 0))
      .orderBy(asc(personIdentities.value))
  ).map(({ value, apart }) => (apart === null ? value : `${value} (${apart})`))

async function run(): Promise<void> {
  await platform.database.transaction((tx) => enqueue(platform.database, tx, linkAll, {}, { key: 'people' }))
  await createRunner(platform, [linkAll]).idle()
  const [job] = await db.select().from(jobs).where(eq(jobs.kind, linkAll.name)).orderBy(desc(jobs.id)).limit(1)
  expect([job?.state, job?.problem]).toEqual(['done', null])
}

/** A lead of somebody else, or of the same person: its phone may be anybody's. */
const lead = (values: Values) => make('lead', values)

describe.each(all)('a %s', (of) => {
  it('is of the person whose phone or address it has', async () => {
    const [p, e] = [phone(), email()]
    const first = await lead({ name: 'Budi Santoso', phone: p, email: e })
    const byPhone = await make(of, { phone: p, name: 'Pak Budi' })
    const byEmail = await make(of, { phone: phone(), email: e, name: 'BUDI SANTOSO' })
    const other = await make(of, { phone: phone(), email: email() })
    const person = await personOf(first)
    expect(person).not.toBeNull()
    expect([await personOf(byPhone), await personOf(byEmail)]).toEqual([person, person])
    expect(await personOf(other)).not.toBe(person)
    expect(await namesOf(person)).toHaveLength(3)
  })

  it('keeps its person with another phone, and frees the former one', async () => {
    const [before, after] = [phone(), phone()]
    const one = await make(of, { phone: before })
    const person = await personOf(one)
    await change(one, { phone: after })
    expect(await personOf(one)).toBe(person)
    expect(await namesOf(person)).toEqual([after])
    expect(await personOf(await lead({ phone: before }))).not.toBe(person)
  })

  it('goes to whom its new phone names, and leaves the others where they are', async () => {
    const [mine, theirs] = [phone(), phone()]
    const [stays, there] = [await lead({ phone: mine }), await lead({ phone: theirs })]
    const one = await make(of, { phone: mine })
    expect(await personOf(one)).toBe(await personOf(stays))
    await change(one, { phone: theirs })
    expect(await personOf(one)).toBe(await personOf(there))
    expect(await namesOf(await personOf(stays))).toEqual([mine])
  })

  it('is not named by an address that was cleared', async () => {
    const e = email()
    const one = await make(of, { phone: phone(), email: e })
    await change(one, { email: null })
    expect(await namesOf(await personOf(one))).toHaveLength(1)
    expect(await personOf(await lead({ phone: phone(), email: e }))).not.toBe(await personOf(one))
  })

  it('is not joined with another person of the same phone, who may be alone again', async () => {
    const p = phone()
    const first = await lead({ name: 'Sari Santoso', phone: p })
    const other = await make(of, { name: 'Budi Santoso', phone: p })
    const person = await personOf(first)
    expect(await personOf(other)).not.toBe(person)
    expect(await namesOf(person)).toEqual([`${p} (shared)`])
    expect(await personOf(await lead({ name: 'Sari', phone: p }))).not.toBe(person)
    const lonely = phone()
    const one = await lead({ name: 'Sari', phone: lonely })
    const wrong = await make(of, { name: 'Budi', phone: lonely })
    await change(wrong, { phone: phone() })
    expect(await namesOf(await personOf(one))).toEqual([lonely])
    expect(await personOf(await lead({ name: 'Sari', phone: lonely }))).toBe(await personOf(one))
    const owned = phone()
    const owner = await lead({ name: 'Sari', phone: owned })
    const next = await make(of, { name: 'Budi', phone: owned })
    await change(owner, { phone: phone() })
    expect(await namesOf(await personOf(next))).toEqual([owned])
  })

  it('of an office address has a person of its own', async () => {
    const [one, other] = [
      await lead({ phone: phone(), email: 'info@toko.test' }),
      await make(of, { phone: phone(), email: 'info@toko.test' }),
    ]
    expect(await personOf(other)).not.toBe(await personOf(one))
    await remove(one)
    await remove(other)
  })

  it('is of the person who writes from its phone, and before', async () => {
    const [before, after] = [phone(), phone()]
    const number = await makeNumber(platform)
    const [one, other] = [await make(of, { phone: before }), await make(of, { phone: after })]
    await receive(
      platform,
      [before, after].map((each) => fromCustomer(number, each, { customer_name: 'Mama Aira' })),
    )
    const found = await db.select().from(rooms).where(sql`${rooms.whatsapp_number} = ${number}`).orderBy(asc(rooms.id))
    expect(found.map(({ person }) => person)).toEqual([await personOf(one), await personOf(other)])
    const later = phone()
    await receive(platform, [fromCustomer(number, later)])
    const [room] = await db.select().from(rooms).where(eq(rooms.customer_phone, later))
    expect(await personOf(await make(of, { phone: later, name: 'Rina' }))).toBe(room?.person)
  })

  it('that was deleted leaves nothing of a person, and takes nothing from who shares it', async () => {
    const [p, e] = [phone(), email()]
    const stays = await lead({ phone: p })
    const one = await make(of, { phone: p, email: e })
    const alone = await make(of, { phone: phone(), email: email() })
    const [person, gone] = [await personOf(stays), await personOf(alone)]
    await remove(one)
    await remove(alone)
    // A member waits in the trash.
    const isGone = of !== 'member'
    expect(await namesOf(person)).toEqual(isGone ? [p] : [p, e].sort())
    expect(await db.$count(people, eq(people.id, gone ?? 0))).toBe(isGone ? 0 : 1)
  })

  it('of a device that was offline is made once', async () => {
    const p = phone()
    const entry = {
      ...{ id: `people-${of}-${p}`, method: 'POST', path: kinds[of].section.path, encoding: 'json' },
      body: JSON.stringify({ name: 'Budi', phone: p, ...(await kinds[of].more()) }),
    }
    const send = () => ask('POST', replay.path, { entries: [entry] }).catch(() => null)
    await send()
    await send()
    const { table } = kinds[of]
    const made = await db.select({ person: table.person_id }).from(table).where(eq(table.phone, p))
    expect(made).toEqual([{ person: expect.any(Number) }])
    expect(await namesOf(made[0]?.person ?? null)).toEqual([p])
  })

  it('of before there were people gets one, once', async () => {
    const [p, e] = [phone(), email()]
    const one = await make(of, { phone: p, email: e })
    const known = await lead({ phone: phone(), email: e })
    const shared = email()
    const two = [await lead({ phone: phone(), email: shared }), await make(of, { name: 'Rina', phone: phone(), email: shared })]
    const { table } = kinds[of]
    await db.update(rooms).set({ person: null })
    // Whatever points to one loses it.
    await db.delete(people)
    expect(await db.$count(table, isNotNull(table.person_id))).toBe(0)
    await run()
    const person = await personOf(one)
    expect(person).not.toBeNull()
    expect(await personOf(known)).toBe(person)
    const [first, second] = await Promise.all(two.map(personOf))
    expect(first).not.toBe(second)
    expect(second).not.toBeNull()
    const state = async () => [await db.select().from(people).orderBy(asc(people.id)), await db.select().from(personIdentities)]
    const before = await state()
    await run()
    expect(await state()).toEqual(before)
  })
})

describe('imports', () => {
  it('give every row its person, and an undo takes what they brought', async () => {
    const known = phone()
    const one = await lead({ name: 'Budi', phone: known })
    const phones = Array.from({ length: 30 }, phone)
    const rows = (name: string) => [...phones.map((p, at) => `${p},${name} ${at}`), `${known},Budi`]
    const refs: string[] = []
    for (const { path, head, tail } of [
      { path: `${leads.path}/import`, head: 'Phone,Name', tail: '' },
      { path: `${member.path}/import`, head: 'Phone,Name,Product,Expires on', tail: ',EMT,2090-01-01' },
    ]) {
      const form = new FormData()
      form.append('file', new File([[head, ...rows('Orang').map((row) => row + tail)].join('\n')], 'a.csv', { type: 'text/csv' }))
      form.append('duplicates', 'update')
      const begun = await ask('POST', path, form)
      expect(begun.status, JSON.stringify(begun.body)).toBeLessThan(300)
      refs.push(String(begun.body.data.ref))
      await createRunner(platform, [importJob]).idle()
    }
    for (const p of phones) {
      const [[ofLead], [ofMember]] = [
        await db.select().from(leadTable).where(eq(leadTable.phone, p)),
        await db.select().from(members).where(eq(members.phone, p)),
      ]
      expect(ofLead?.person_id).toEqual(expect.any(Number))
      expect(ofMember?.person_id).toBe(ofLead?.person_id)
    }
    const [last] = await db.select().from(members).where(eq(members.phone, known))
    expect(last?.person_id).toBe(await personOf(one))
    const before = await db.$count(people)
    await ask('PUT', `${leads.path}/import/${refs[0]}/undo`, {})
    await createRunner(platform, [undoImportJob]).idle()
    expect(await db.$count(leadTable, eq(leadTable.phone, phones[0] ?? ''))).toBe(0)
    expect(await db.$count(people)).toBe(before)
  })

  it('of one phone again and again are of one person, and of two names of two', async () => {
    const [p, q] = [phone(), phone()]
    const form = new FormData()
    const lines = ['Phone,Name', `${p},Budi`, `${p},Budi Santoso`, `${q},Ani`, `${q},Dewi`]
    form.append('file', new File([lines.join('\n')], 'a.csv', { type: 'text/csv' }))
    form.append('duplicates', 'keep')
    await ask('POST', `${leads.path}/import`, form)
    await createRunner(platform, [importJob]).idle()
    const of = async (value: string) =>
      (await db.select({ person: leadTable.person_id }).from(leadTable).where(eq(leadTable.phone, value))).map(({ person }) => person)
    const [same, two] = [await of(p), await of(q)]
    expect(same).toEqual([same[0], same[0]])
    expect(new Set(two).size).toBe(2)
    expect((await Promise.all(two.map(namesOf))).flat()).toEqual([`${q} (shared)`])
  })
})

it('people who fill in the page of an event are those who are known', async () => {
  const [p, e] = [phone(), email()]
  const one = await lead({ phone: p })
  const event = await world.makeEvent()
  const base = { language: 'id', waits: false, address: '', answers: [] } satisfies Partial<Application>
  const ref = (n: number) => `01900000-0000-7000-8000-00000000${String(1000 + n)}`
  await platform.database.transaction((tx) =>
    takePlaces(platform, tx, event.id, [
      { ...base, ref: ref(1), name: 'Budi', phone: p, email: e },
      { ...base, ref: ref(2), name: 'Budi', phone: phone(), email: email() },
    ]),
  )
  const made = await db.select().from(eventParticipants).where(eq(eventParticipants.event_id, event.id)).orderBy(asc(eventParticipants.id))
  expect(made.map(({ person_id }) => person_id)).toEqual([await personOf(one), expect.any(Number)])
  expect(made[1]?.person_id).not.toBe(made[0]?.person_id)
})

it('an order is of the person of its member, also later', async () => {
  const p = phone()
  const one = await make('member', { phone: p })
  const product = await ask('POST', membership.path, {
    name: 'EMT',
    product: 'EMT',
    fee_type: 'paid',
    price: 1_000,
    duration_days: 30,
  })
  const items = [{ category: 'membership', product_id: product.body.data.id, qty: 1 }]
  const cash = { payment_method: 'cash', payment_status: 'paid', items }
  const place = async (values: Values) => {
    const { status, body } = await ask('POST', transaction.path, formOf(transaction.fields, { ...cash, ...values }))
    expect(status, JSON.stringify(body)).toBe(201)
    const [row] = await db.select().from(orders).where(eq(orders.id, body.data.id))
    return row
  }
  const first = await place({ member_id: one.id })
  expect(first?.person_id).toBe(await personOf(one))
  const stranger = await place({ customer: { name: 'Rina', phone: phone() } })
  expect(stranger?.person_id).toBe(await personOf({ of: 'member', id: stranger?.member_id ?? 0 }))
  const there = await lead({ phone: phone() })
  await lead({ phone: p })
  const [to] = await db.select().from(leadTable).where(eq(leadTable.id, there.id))
  await change(one, { phone: to?.phone })
  const [moved] = await db
    .select()
    .from(orders)
    .where(eq(orders.id, first?.id ?? 0))
  expect(moved?.person_id).toBe(await personOf(there))
  expect(moved?.version).toBe(first?.version)
})

it('a member who is restored is who they were, and shares the phone with whoever has it by now', async () => {
  const [p, q] = [phone(), phone()]
  const [one, other] = [await make('member', { phone: p }), await make('member', { phone: q })]
  const person = await personOf(one)
  await remove(one)
  await remove(other)
  const next = await lead({ name: 'Rina', phone: q })
  expect(await personOf(next)).not.toBe(await personOf(other))
  expect(await namesOf(await personOf(next))).toEqual([q])
  for (const { id } of [one, other]) expect((await ask('POST', '/member/in/v1/account-deletion/reactivate', { id })).status).toBe(200)
  expect(await personOf(one)).toBe(person)
  expect(await namesOf(person)).toEqual([p])
  expect(await personOf(other)).not.toBe(await personOf(next))
  expect(await namesOf(await personOf(next))).toEqual([`${q} (shared)`])
})

it('a number in question names nobody until it is said whose it is', async () => {
  const p = phone()
  const number = await makeNumber(platform)
  const from = (bsuid: string) => ({ phone: p, bsuid, parent: null, name: 'Siti' })
  await receive(platform, [fromCustomer(number, p, { from: from('ID.A') }), fromCustomer(number, p, { from: from('ID.B') })])
  const one = await lead({ phone: p })
  expect(await personOf(one)).toBeNull()
  await run()
  expect(await personOf(one)).toBeNull()
  await db.update(rooms).set({ cut_place: null, held_customer_id: null }).where(eq(rooms.customer_phone, p))
  await run()
  const [room] = await db.select().from(rooms).where(eq(rooms.customer_phone, p))
  expect(await personOf(one)).toBe(room?.person)
})

it('a number that was handed on names its next owner, and records of before stay with the former one', async () => {
  const [p, q] = [phone(), phone()]
  const number = await makeNumber(platform)
  const write = (bsuid: string, own: string | null) =>
    receive(platform, [fromCustomer(number, '', { from: { phone: own, bsuid, parent: null, name: 'Siti' } })])
  await write('ID.Former', p)
  const before = await lead({ phone: p })
  await write('ID.Next', q)
  const person = await personOf(before)
  await write('ID.Next', p)
  const list = await db.select().from(rooms).where(eq(rooms.whatsapp_number, number)).orderBy(asc(rooms.id))
  expect(list[0]?.person).toBe(person)
  expect(list[1]?.person).not.toBe(person)
  expect(await personOf(before)).toBe(person)
  expect(await personOf(await lead({ phone: p }))).toBe(list[1]?.person)
})

it('people whom WhatsApp shows to be one are joined, parted within 30 days, and never joined by a rule again', async () => {
  const p = phone()
  const number = await makeNumber(platform)
  const write = (own: string | null) =>
    receive(platform, [fromCustomer(number, '', { from: { phone: own, bsuid: 'ID.One', parent: null, name: 'Siti' } })])
  await write(null)
  const one = await make('member', { phone: p })
  const [room] = await db.select().from(rooms).where(eq(rooms.whatsapp_number, number))
  const [ofRoom, ofMember] = [room?.person ?? 0, (await personOf(one)) ?? 0]
  expect(ofRoom).not.toBe(ofMember)
  await write(p)
  expect(await personOf(one)).toBe(ofRoom)
  expect(await namesOf(ofRoom)).toEqual([p, 'ID.One'].sort())
  expect(await platform.database.transaction((tx) => partPeople(tx, ofRoom, ofMember))).toBe(true)
  expect(await personOf(one)).toBe(ofMember)
  expect(await platform.database.transaction((tx) => joinPeople(tx, ofMember, ofRoom))).toBeNull()
  expect(await platform.database.transaction((tx) => partPeople(tx, ofRoom, ofMember))).toBe(false)
  // Both have the phone, of which nobody says any more whose it is.
  expect(await namesOf(ofMember)).toEqual([`${p} (parted)`])
  expect([ofRoom, ofMember]).not.toContain(await personOf(await lead({ phone: p })))
})

it('whoever parts two rooms parts the people whom these had made one', async () => {
  const p = phone()
  const number = await makeNumber(platform)
  const write = (own: string | null, bsuid: string | null) =>
    receive(platform, [fromCustomer(number, '', { from: { phone: own, bsuid, parent: null, name: 'Siti' } })])
  const read = (tx: Db) => tx.select().from(rooms).where(eq(rooms.whatsapp_number, number)).orderBy(asc(rooms.id))
  const peopleNow = async () => (await read(db)).map(({ person }) => person)
  await write(p, null)
  await write(null, 'ID.Two')
  const before = await peopleNow()
  expect(new Set(before).size).toBe(2)
  await write(p, 'ID.Two')
  expect(await peopleNow()).toEqual([before[0], before[0]])
  await platform.database.transaction(async (tx) => {
    const [stays, goes] = await read(tx)
    await tx
      .update(roomJoins)
      .set({ parted_at: sql`now()` })
      .where(eq(roomJoins.room, stays?.id ?? 0))
    await tx
      .update(rooms)
      .set({ joined_into: null })
      .where(eq(rooms.id, goes?.id ?? 0))
    const isTheirs = and(eq(roomIdentities.number, number), eq(roomIdentities.value, 'ID.Two'))
    await tx
      .update(roomIdentities)
      .set({ room: goes?.id ?? 0 })
      .where(isTheirs)
    const list = await read(tx)
    const identities = await readIdentities(
      tx,
      list.map(({ id }) => id),
      [],
    )
    await linkPeople(tx, new IdentityBook(identities), list)
  })
  expect(await peopleNow()).toEqual(before)
})

it('of two who take a number at once the second finds the first', async () => {
  const p = phone()
  const taking = { claims: [{ kind: 'phone', scope: '', value: p, person: -1, proof: 'lead' }], made: new Map([[-1, null]]) } as const
  const before = await db.$count(people)
  const first = await take(db, taking)
  expect(first?.get(-1)).toEqual(expect.any(Number))
  expect(await take(db, taking)).toBeNull()
  expect(await db.$count(people)).toBe(before + 1)
  await db.delete(people).where(eq(people.id, first?.get(-1) ?? 0))
  const q = phone()
  const made = await Promise.all([lead({ phone: q }), make('member', { phone: q }), make('participant', { phone: q }), lead({ phone: q })])
  const found = await Promise.all(made.map(personOf))
  expect(new Set(found).size).toBe(1)
  expect(found[0]).not.toBeNull()
})
