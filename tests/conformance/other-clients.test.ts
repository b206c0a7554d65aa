/** Requests of base-contract clients are accepted: JSON or a form, without files, moments without a zone. */
import { beforeAll, describe, expect, it } from 'vitest'
import { exampleRecord, ownExample } from '#contract/examples.ts'
import { withAliases } from '#contract/kit/field/aliases.ts'
import { met } from '#contract/kit/field/condition.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import { isMany, type Kind } from '#contract/kit/field/kind.ts'
import { fillDefaults } from '#contract/kit/field/left-out.ts'
import type { Call, Encoding } from '#contract/kit/section/call.ts'
import { exampleRequest } from '#contract/kit/section/example.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCalls } from '#contract/kit/section/section-calls.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { forYou } from '#contract/sections/content/for-you.ts'
import { member } from '#contract/sections/member/member.ts'
import { event } from '#contract/sections/product/event.ts'
import { merchandise } from '#contract/sections/product/merchandise.ts'
import { onlineClass } from '#contract/sections/product/online-class.ts'
import { pushNotification } from '#contract/sections/promotion/push-notification.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { stock } from '#contract/sections/stock/stock.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { everyCall } from '#tests/support/contract-calls.ts'
import { fileNames, sourceOf, type Values, withoutFiles } from '#tests/support/example.ts'
import { findLostValues } from '#tests/support/find-lost-values.ts'
import { allSections } from '#tests/support/sections.ts'
import { send } from './caller.ts'
import { unfitReply } from './fits.ts'
import { callOf, makeWorld, rowsOf, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  return () => world.close()
})

const ask = (call: Call, sent: Parameters<typeof send>[2]) => send(world.app, call, { token: world.root, ...sent })
const encoded = (call: Call, encoding: Encoding): Call => ({ ...call, encoding })
const made = async (response: Response): Promise<AnyRow> => {
  const body: { data: AnyRow } = await response.json()
  return body.data
}

/** Body of a call: for records written by kind, its own example. */
const bodyOf = (section: Section, call: Call, n: number): Values =>
  call.fixed ? toRecord(exampleRequest(call, sourceOf(world.ids), ownExample(call)).body) : exampleRecord(section, n, sourceOf(world.ids))

const written = allSections.flatMap((section) =>
  sectionCalls(section).flatMap((call) => (call.action === 'create' || call.action === 'update' ? [{ section, call }] : [])),
)
const creates = written.filter(({ call }) => call.action === 'create')
const updates = written.filter(({ call }) => call.action === 'update')

describe.each(creates.map(({ section, call }) => [call.name, section, call] as const))('%s', (_, section, call) => {
  it('takes JSON, and asks for the files that it needs', async () => {
    const { fields } = section
    const body = withoutFiles(fields, bodyOf(section, call, 7_001))
    const needed = fileNames(fields).filter((name) => fields[name]?.required)
    const response = await ask(encoded(call, 'json'), { body })
    const answer = await response.json()
    if (needed.length) {
      expect([response.status, Object.keys(answer.fields ?? {})]).toEqual([422, needed])
      return
    }
    expect(response.status, JSON.stringify(answer)).toBe(201)
    expect(unfitReply(call.reply, answer)).toEqual([])
    expect(findLostValues(fields, body, answer.data)).toEqual([])
  })

  if (!call.fixed)
    it('takes a form', async () => {
      const body = bodyOf(section, call, 7_102)
      const response = await ask(encoded(call, 'multipart'), { body })
      expect(response.status, await response.clone().text()).toBe(201)
      expect(findLostValues(section.fields, body, await made(response))).toEqual([])
    })
})

/** A record that stands in a tab of another stays there. */
const parentOf = (section: Section): string | undefined =>
  allSections.flatMap(({ children = [] }) => children).find((child) => child.section === section.name)?.parent

/** A new record with files, or one of the demo. */
async function stored(section: Section, call: Call, n: number): Promise<AnyRow> {
  const create = call.fixed ? undefined : callOf(section, 'create')
  if (create) return made(await ask(create, { body: bodyOf(section, create, n) }))
  const { params } = exampleRequest(call, sourceOf(world.ids), ownExample(call))
  const rows = await rowsOf(world.app, world.root, section, { ...(section.kind !== 'setting' && { query: `id:${params.id ?? 1}` }) })
  if (!rows[0]) throw new Error(`the demo has no ${section.name} ${params.id}`)
  return rows[0]
}

describe.each(updates.map(({ section, call }) => [call.name, section, call] as const))('%s', (_, section, call) => {
  it.each(['json', 'multipart'] as const)('an update of %s without files keeps the stored ones', async (encoding) => {
    const n = encoding === 'json' ? 7_203 : 7_405
    const before = await stored(section, call, n)
    const parent = parentOf(section)
    const body = { ...withoutFiles(section.fields, bodyOf(section, call, n + 1)), ...(parent && { [parent]: before[parent] }) }
    const response = await ask(encoded(call, encoding), { params: { id: before.id }, body })
    const answer = await response.json()
    expect(response.status, JSON.stringify(answer)).toBe(200)
    expect(findLostValues(section.fields, body, answer.data)).toEqual([])
    for (const name of fileNames(section.fields)) expect(answer.data[name], name).toEqual(before[name])
  })
})

const isSwitchOrList = (kind: Kind) => kind === 'flag' || isMany(kind)
const without = (record: Values, names: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

/** Updates of sections with switches or lists, and their names. Records written by kind have the same fields in each. */
const updatesOfMany = updates.flatMap(({ section, call }) => {
  const names = Object.entries(section.fields).flatMap(([name, { kind, readOnly }]) => (isSwitchOrList(kind) && !readOnly ? [name] : []))
  return names.length && (!call.fixed || call.name.endsWith('.buy')) ? [[call.name, section, call, names] as const] : []
})

describe.each(updatesOfMany)('%s', (_, section, call, names) => {
  const { fields } = section
  const parent = parentOf(section)

  it.each([true, false])('leaves alone what is %s and filled where a PUT does not name it, and empties what it names empty', async (on) => {
    const n = on ? 7_901 : 7_902
    const row = await stored(section, call, n)
    const change = async (body: Values, encoding: Encoding): Promise<AnyRow> => {
      const response = await ask(encoded(call, encoding), { params: { id: row.id }, body })
      expect(response.status, await response.clone().text()).toBe(200)
      return made(response)
    }
    const switches = names.filter((name) => fields[name]?.kind === 'flag').map((name) => [name, on])
    const whole = {
      ...withoutFiles(fields, bodyOf(section, call, n)),
      ...Object.fromEntries(switches),
      ...(parent && { [parent]: row[parent] }),
    }
    const before = await change(whole, 'json')
    const rest = without(whole, names)
    for (const encoding of ['json', 'multipart'] as const) {
      const after = await change(rest, encoding)
      for (const name of names) expect(after[name], `${name} in ${encoding}`).toEqual(before[name])
    }
    const mayBeEmpty = names.filter((name) => {
      const field = fields[name]
      return field && isMany(field.kind) && !field.required && !(field.requiredWhen && met(field.requiredWhen, before))
    })
    const emptied = await change({ ...rest, ...Object.fromEntries(mayBeEmpty.map((name) => [name, []])) }, on ? 'json' : 'multipart')
    for (const name of mayBeEmpty) expect(emptied[name], name).toEqual([])
  })
})

describe('a row within a record', () => {
  it('keeps what a PUT does not name of it, known by its ref; a new row has what it brings alone', async () => {
    const [create, update] = [callOf(onlineClass, 'create'), callOf(onlineClass, 'update')]
    if (!create || !update) throw new Error('classes cannot be written')
    const before = await made(await ask(create, { body: bodyOf(onlineClass, create, 7_951) }))
    const [first, second] = recordsOf(before.sections)
    const values = withoutFiles(onlineClass.fields, bodyOf(onlineClass, update, 7_952))
    const [lesson] = recordsOf(first?.lessons)
    const lessons = [{ ref: lesson?.ref, title: 'Pelajaran lain' }]
    const sections = [{ title: 'Bab baru' }, { title: 'Bab kedua', ref: second?.ref }, { title: 'Bab satu', ref: first?.ref, lessons }]
    const after = await made(await ask(encoded(update, 'json'), { params: { id: before.id }, body: { ...values, sections } }))
    expect(recordsOf(after.sections).map((row) => row.lessons)).toEqual([
      [],
      second?.lessons,
      [expect.objectContaining({ ref: lesson?.ref, title: 'Pelajaran lain', file: lesson?.file })],
    ])
  })
})

/** Choices whose value follows from what is named beside them. */
const implied = allSections.flatMap(({ name, fields }) => {
  const levels = [fields, ...Object.values(fields).flatMap((field) => (field.kind === 'rows' ? [field.fields ?? {}] : []))]
  return levels.flatMap((level) =>
    Object.entries(level).flatMap(([needed, { requiredWhen, kind }]) => {
      if (!requiredWhen || requiredWhen.and || requiredWhen.is?.length !== 1) return []
      const choice = level[requiredWhen.field]
      if (choice?.kind !== 'choice' || choice.initial === undefined) return []
      return [[`${name}.${needed}`, level, requiredWhen.field, requiredWhen.is[0], { [needed]: isMany(kind) ? ['a'] : 'a' }] as const]
    }),
  )
})

describe('a choice that a new record leaves out', () => {
  it.each(implied)('is the one that %s needs', (_, fields, choice, value, sent) => {
    expect(fillDefaults(fields, sent)[choice]).toBe(value)
    const other = fields[choice]?.values?.find((each) => each !== value)
    expect(fillDefaults(fields, { ...sent, [choice]: other })[choice]).toBe(other)
  })

  it('sends a push when it says, and sells what has a price', async () => {
    expect(implied.map(([name]) => name)).toEqual(
      expect.arrayContaining(['push-notification.send_at', 'event.price', 'online-class.price', 'questionnaire.options']),
    )
    const cases: [Section, Values, Values][] = [
      [pushNotification, { send: undefined, send_at: '2031-05-01 10:00' }, { send: 'later', send_at: '2031-05-01T03:00:00.000Z' }],
      [event, { fee_type: undefined, price: 100_000 }, { fee_type: 'paid', price: 100_000 }],
      [event, { fee_type: undefined, price: 0 }, { fee_type: 'free', price: null }],
    ]
    for (const [n, [section, sent, expected]] of cases.entries()) {
      const create = callOf(section, 'create')
      if (!create) throw new Error(`${section.name} cannot be created`)
      const row = await made(await ask(create, { body: { ...bodyOf(section, create, 7_961 + n), ...sent } }))
      expect(row).toMatchObject(expected)
    }
  })
})

describe('a salesperson', () => {
  it.each([
    [member, 'sales_id'],
    [leads, 'sales'],
    [transaction, 'sales'],
  ] as const)('is named as the base contract writes them: %o', async (section, field) => {
    const [create, update] = [callOf(section, 'create'), callOf(section, 'update')]
    if (!create) throw new Error(`${section.name} cannot be created`)
    const { [field]: _, ...values } = withoutFiles(section.fields, bodyOf(section, create, 7_971))
    const [first, second] = (world.ids['user/sales'] ?? []).filter(Number)
    const row = await made(await ask(encoded(create, 'json'), { body: { ...values, sales: { sales_id: String(first), sales_name: 'A' } } }))
    expect(row[field]).toBe(first)
    if (!update) return
    const changed = { ...row, sales: { sales_id: second } }
    expect((await made(await ask(encoded(update, 'json'), { params: { id: row.id }, body: changed })))[field]).toBe(second)
  })
})

describe('a change of several records', () => {
  // Two chats are joined, never one.
  const ofSeveral = everyCall.filter(({ body, path }) => body?.ids?.required && (body.ids.min ?? 1) < 2 && !path.startsWith('/sync'))

  it.each(ofSeveral.map((call) => [call.name, call] as const))('%s takes one by its `id`', (_, { body }) => {
    expect(withAliases(body ?? {}, { id: 7 }).ids).toBe(7)
  })

  it.each([chatPlatform, tanyaSaham])(
    'leaves tags alone that it does not name, and empties those that it names empty: %o',
    async (section) => {
      const [room] = await rowsOf(world.app, world.root, section, { size: '1' })
      const call = everyCall.find(({ name }) => name === `${section.name}.tag`)
      if (!room || !call) throw new Error('there is no room')
      const tagged = async (values: Values, encoding: Encoding = 'json') => {
        expect((await ask(encoded(call, encoding), { body: { id: room.id, ...values } })).status).toBe(200)
        return (await rowsOf(world.app, world.root, section, { query: `id:${room.id}` }))[0]?.tag
      }
      expect(await tagged({ tag: ['a', 'b'] })).toEqual(['a', 'b'])
      expect(await tagged({})).toEqual(['a', 'b'])
      expect(await tagged({ tag: 'c' })).toEqual(['c'])
      expect(await tagged({ tag: [] })).toEqual([])
      expect(await tagged({ tag: ['a'] }, 'multipart')).toEqual(['a'])
      expect(await tagged({ tag: [] }, 'multipart')).toEqual([])
    },
  )
})

describe('a moment without a zone', () => {
  it('is WIB in the body of every section, as it is in filters', async () => {
    const call = sectionCalls(forYou).find(({ action }) => action === 'create')
    if (!call) throw new Error('for-you cannot be created')
    const body = { ...exampleRecord(forYou, 7_601, sourceOf(world.ids)), title: 'Zona', campaign_start: '2031-05-01T00:30' }
    const row = await made(await ask(call, { body: { ...body, no_campaign_end: true, campaign_end: undefined } }))
    expect(row.campaign_start).toBe('2031-04-30T17:30:00.000Z')
    const found = (query: string) => rowsOf(world.app, world.root, forYou, { query: `search:Zona,campaign_start:${query}` })
    expect(await found('2031-05-01T00:30:00..2031-05-01T00:30:00')).toHaveLength(1)
    expect(await found('2031-05-01..2031-05-01')).toHaveLength(1)
    expect(await found('2031-04-30..2031-04-30')).toHaveLength(0)
  })
})

describe('a stock', () => {
  const [create, update] = (['create', 'update'] as const).map((action) => sectionCalls(stock).find((call) => call.action === action))

  it('is written with `sector {id}` and `stock_code`', async () => {
    if (!create || !update) throw new Error('stocks cannot be written')
    const [first, second] = world.ids['stock-sector'] ?? []
    const body = { stock_code: 'ZZAB', company_name: 'PT Contoh Tbk.', sector: { id: first } }
    const row = await made(await ask(encoded(create, 'json'), { body }))
    expect(row).toMatchObject({ code: 'ZZAB', stock_code: 'ZZAB', sector_id: first, sector: { id: first } })
    const changed = { ...row, stock_code: 'ZZAC', sector: { id: second } }
    const after = await made(await ask(encoded(update, 'json'), { params: { id: row.id }, body: changed }))
    expect(after).toMatchObject({ code: 'ZZAC', stock_code: 'ZZAC', sector_id: second, sector: { id: second } })
  })
})

describe('merchandise', () => {
  it('is changed with its values under the name of the part that a form has for them', async () => {
    const update = callOf(merchandise, 'update')
    const [row] = await rowsOf(world.app, world.root, merchandise, { size: '1' })
    if (!update || !row) throw new Error('there is no merchandise')
    const values = { name: 'Kaos kedua', sku: row.sku, price: 150_000, stock: 3 }
    const after = await made(await ask(encoded(update, 'json'), { params: { id: row.id }, body: { merchandise: values } }))
    expect(after).toMatchObject({ ...values, image: row.image })
  })
})

describe('a popup', () => {
  it('refers to a record by the name of the base contract, and takes yes and no', async () => {
    const create = callOf(forYou, 'create')
    if (!create) throw new Error('for-you cannot be created')
    const body = { ...exampleRecord(forYou, 7_811, sourceOf(world.ids)), reference_type: 'event', event: 1, with_button: 'yes' }
    expect(await made(await ask(create, { body }))).toMatchObject({ event_id: 1, with_button: true })
  })

  it('is written with its audience as one text, and a button needs no title', async () => {
    const create = sectionCalls(forYou).find(({ action }) => action === 'create')
    if (!create) throw new Error('for-you cannot be created')
    const body = {
      ...exampleRecord(forYou, 7_801, sourceOf(world.ids)),
      member_type: 'regular,emt',
      with_button: true,
      button_title: undefined,
    }
    const row = await made(await ask(create, { body }))
    expect(row).toMatchObject({ member_type: ['regular', 'emt'], with_button: true, button_title: null })
  })
})

describe('the calls of the base contract', () => {
  const one = async (name: string, sent: Parameters<typeof send>[2] = {}) => {
    const call = everyCall.find((each) => each.name === name)
    if (!call) throw new Error(`there is no call ${name}`)
    const response = await ask(call, sent)
    const answer = await response.json()
    if (response.status === 200) expect(unfitReply(call.reply, answer)).toEqual([])
    return { status: response.status, answer }
  }

  it('offer the best promo code where none is named', async () => {
    const body = { customer_id: 1, product_id: [1], type: 'membership' }
    const { status, answer } = await one('promotion-code.apply', { body })
    expect(status, JSON.stringify(answer)).toBe(200)
    expect(answer.message).toBe(`Selamat! Promo code ${answer.data.code} can be used`)
    expect(answer.data.discount).toBeGreaterThan(0)
    const named = await one('promotion-code.apply', { body: { ...body, code: answer.data.code } })
    expect(named.answer).toEqual(answer)
  })

  it('tell of a question what is held of its stock, and its last close', async () => {
    const asked = (await rowsOf(world.app, world.root, tanyaSaham, { size: '1000' })).filter((row) => row.kode_saham !== null)
    const details = await Promise.all(asked.map(({ id }) => one('tanya-saham.chatDetail', { params: { id } })))
    expect(details.map(({ answer }) => answer.level)).toEqual(details.map(({ answer }) => answer.last_price))
    const held = details.find(({ answer }) => answer.portofolio.length > 0)?.answer
    expect(held?.portofolio[0]).toMatchObject({ id: expect.any(Number), product: expect.any(String), held: expect.any(Number) })
  })

  it('answer categories and ratings without a query', async () => {
    expect((await one('tanya-saham.category')).answer.categories).not.toEqual([])
    expect((await one('tanya-saham.ratingReport')).answer.people).not.toEqual([])
  })

  it('name the contact of a room by the phone', async () => {
    const [room] = await rowsOf(world.app, world.root, chatPlatform, { size: '1' })
    const phone = String(room?.customer_phone)
    for (const contact of [phone, `+${phone}`, phone.replace(/^62/, '0'), String(room?.id)])
      expect((await one('chat-platform.broadcasts', { params: { room_id: room?.id ?? 0, contact } })).status, contact).toBe(200)
    expect((await one('chat-platform.broadcasts', { params: { room_id: room?.id ?? 0, contact: '628990000000' } })).status).toBe(404)
  })

  it('export a single day', async () => {
    const exported = async (asked: string) => {
      const call = everyCall.find(({ name }) => name === 'leads.export')
      if (!call) throw new Error('leads cannot be exported')
      return ask(call, { query: { query: `created_at:${asked}`, format: 'csv' } })
    }
    const [lead] = await rowsOf(world.app, world.root, leads, { size: '1' })
    const day = wibDay(new Date(String(lead?.created_at)))
    const response = await exported(day)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toContain(`leads-${day}.csv`)
    expect((await response.text()).trim().split('\r\n').length).toBeGreaterThan(1)
    expect(await (await exported('2026-02-31')).json()).toMatchObject({ message: 'Filter date must not be empty' })
  })
})
