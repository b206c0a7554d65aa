/** Payloads as other programs met them, or could: parts that are missing, null, of another kind, too long, or not as documented. */
import { describe, expect, it, vi } from 'vitest'
import { cloudAccount } from '#tests/support/cloud-api.ts'
import { payloadNames, readPayload } from '#tests/support/webhook-payloads.ts'
import type { OurNumber, Taken } from './context.ts'
import { readWebhook } from './webhook.ts'

const ours: OurNumber = { id: 1, phone: '628110000001', ...cloudAccount }
const phone = '6285790000100'
const metadata = { display_phone_number: '628110000001', phone_number_id: cloudAccount.phone_number_id }

const readChange = (field: string, value: unknown, time?: unknown) =>
  readWebhook({ entry: [{ id: cloudAccount.business_account_id, time, changes: [{ field, value }] }] }, [ours])
const readValue = (value: object, field = 'messages') => readChange(field, { messaging_product: 'whatsapp', metadata, ...value })
const item = (type: string, part: unknown, more: object = {}) => ({
  from: phone,
  id: 'wamid.odd',
  timestamp: '1795838100',
  type,
  [type]: part,
  ...more,
})
const readItem = (type: string, part: unknown, more: object = {}) => readValue({ messages: [item(type, part, more)] })

/** What is left of an item, in short: the words of a line or a note, or what is kept and as what. */
const leave = (items: readonly Taken[]) =>
  items.map((one) => {
    if (one.type === 'message') return one.content ?? `[${one.kind}]`
    return one.type === 'raw' ? `${one.kind} ${one.outcome}` : one.type
  })
/** The copy of an item as it was received. */
const keptOf = (taken: Taken) => ('kept' in taken ? taken.kept?.() : undefined)
const answers = (response_json: unknown) => ({ type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json } })
const nest = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const unknown = expect.stringMatching(/^\[\w+\] The customer sent something/)

describe('a message', () => {
  it.each<[title: string, type: string, part: unknown, expected: unknown[], more?: object]>([
    ['of signs that nobody sees', 'text', { body: '\u200b\u200d\ufeff' }, [unknown, 'text unknown']],
    ['whose body is a number', 'text', { body: 12_345 }, ['12345']],
    ['whose part is a text', 'text', 'halo', [unknown, 'text unknown']],
    ['of no group, which is said as null', 'text', { body: 'Halo' }, ['Halo'], { group_id: null }],
    ['of no group, which is said as an empty text', 'text', { body: 'Halo' }, ['Halo'], { group_id: '' }],
    ['of a group', 'text', { body: 'Halo' }, ['group logged'], { group_id: 'Y2FwaV9ncm91cA' }],
    ['whose id is a number', 'text', { body: 'Halo' }, ['Halo'], { id: 123 }],
    ['of a number as people write it', 'text', { body: 'Halo' }, ['Halo'], { from: '+62 857-9000-0100' }],
    ['of a number with signs of direction', 'text', { body: 'Halo' }, ['Halo'], { from: '\u200e6285790000100' }],
    ['of nobody', 'text', { body: 'Halo' }, ['text malformed'], { from: null }],
    ['of a type called __proto__', '__proto__', {}, [unknown, '__proto__ unknown']],
    ['with a file whose id is a number', 'image', { id: 2_754_859_441_498 }, ['[image]']],
    ['with a lost file whose part is null', 'image', null, [expect.stringMatching(/131052\)$/)], { errors: [{ code: 131_052 }] }],
    ['with a lost file whose part has no id', 'video', { mime_type: 'video/mp4' }, [expect.stringMatching(/131052\)$/)], { errors: [{}] }],
    ['with a place whose number has an exponent', 'location', { latitude: 1e-7, longitude: 0 }, [expect.stringContaining('q=0.0000001,0')]],
    ['with a place that cannot be', 'location', { latitude: 91, longitude: 0, name: 'Kantor' }, [unknown, 'location unknown']],
    ['with a card that has only parts of a name', 'contacts', [{ name: { first_name: 'Ani', last_name: 'Uji' } }], ['Ani Uji']],
    ['with a card that has only an account', 'contacts', [{ name: {}, phones: [{ wa_id: '628123456789' }] }], ['+628123456789']],
    ['with nulls for cards', 'contacts', [null, { name: null, phones: null }, { phones: [null, { phone: '0812' }] }], ['0812']],
    ['with an answer by list that has no title', 'interactive', { type: 'list_reply', list_reply: { id: 'r', description: 'd' } }, ['(d)']],
    ['with a null for the answer', 'interactive', { type: 'button_reply', button_reply: null }, [unknown, 'interactive unknown']],
    ['with a form that is an object', 'interactive', answers({ nama: 'Budi', flow_token: 'x' }), ['nama: Budi', 'interactive room']],
    ['with a form in JSON within JSON', 'interactive', answers('"{\\"nama\\":\\"Budi\\"}"'), ['nama: Budi', 'interactive room']],
    ['with a form nested 100 deep', 'interactive', answers(nest(100)), ['Sent', 'interactive room']],
    ['with a form nested 20,000 deep', 'interactive', answers(nest(20_000)), [expect.stringMatching(/^\{"a"/), 'interactive room']],
    ['with a form that is a list', 'interactive', answers('["a",{"b":1}]'), ['["a",{"b":1}]', 'interactive room']],
    ['with a form of 1 MB', 'interactive', answers(`{"a":"${'x'.repeat(1e6)}"}`), [expect.any(String), 'interactive room']],
    ['with a form of nothing', 'interactive', answers(null), ['Sent', 'interactive room']],
    ['with a removed reaction', 'reaction', { message_id: 'wamid.x' }, ['mark']],
    ['with a reaction to nothing', 'reaction', { emoji: '👍' }, [unknown, 'reaction unknown']],
    ['with an edit within an edit', 'edit', { original_message_id: 'x', message: { type: 'edit', edit: {} } }, [unknown, 'edit unknown']],
    ['of the system without a type', 'system', { body: 'User A changed from 1 to 2' }, ['system logged']],
  ])('%s leaves what can be seen, or is kept', (_, type, part, expected, more) => {
    expect(leave(readItem(type, part, more))).toEqual(expected)
  })

  it.each<[title: string, timestamp: unknown, at: string]>([
    ['seconds', '1785000000', '2026-07-25T17:20:00.000Z'],
    ['a number', 1_785_000_000, '2026-07-25T17:20:00.000Z'],
    ['a fraction', 1_785_000_000.5, '2026-07-25T17:20:00.000Z'],
    ['milliseconds', 1_785_000_000_000, '2026-07-25T17:20:00.000Z'],
    ['microseconds', '1785000000000000', '2026-07-25T17:20:00.000Z'],
    ['ISO 8601', '2026-07-25T17:20:00+00:00', '2026-07-25T17:20:00.000Z'],
    ['null', null, '2026-11-29T10:00:00.000Z'],
    ['zero', '0', '2026-11-29T10:00:00.000Z'],
    ['words', 'soon', '2026-11-29T10:00:00.000Z'],
    ['another year than there is', '2026-13-45T99:00:00Z', '2026-11-29T10:00:00.000Z'],
  ])('stands by its time as %s, else by now', (_, timestamp, at) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-29T10:00:00Z') })
    const [message] = readItem('text', { body: 'Halo' }, { timestamp })
    vi.useRealTimers()
    expect(message).toMatchObject({ at })
  })

  it.each([
    ['of Brazil', '5511987654321', '551187654321'],
    ['of Mexico', '5215512345678', '525512345678'],
    ['of Argentina', '5491123456789', '541123456789'],
    ['that is written with a plus', phone, `+${phone}`],
  ])('has the name of its contact under the other form of a number %s', (_, from, wa_id) => {
    const contacts = [{ wa_id: '628999', profile: { name: 'Lain' } }, null, { wa_id, profile: { name: 'Uji' } }]
    expect(readValue({ contacts, messages: [item('text', { body: 'Halo' }, { from })] })).toMatchObject([
      { from: { phone: from, name: 'Uji' } },
    ])
  })

  it('of one of 300 people has the name of its contact', () => {
    const people = Array.from({ length: 300 }, (_, at) => `6285790${String(at).padStart(6, '0')}`)
    const contacts = people.map((wa_id) => ({ wa_id, profile: { name: `Orang ${wa_id}` } }))
    const messages = people.map((from) => item('text', { body: 'Halo' }, { from, id: `wamid.${from}` }))
    for (const one of readValue({ contacts, messages })) expect(one).toMatchObject({ from: { name: expect.stringMatching(/^Orang/) } })
  })

  it('is of no advertisement without one', () => {
    for (const referral of [{}, { source_url: null, headline: '' }, null, []])
      expect(readItem('text', { body: 'Halo' }, { referral })[0]).not.toHaveProperty('referral')
    const [message] = readItem('text', { body: 'Halo' }, { referral: { body: 'Isi iklan', source_url: 'javascript:alert(1)' } })
    expect(message).toMatchObject({ chips: [{ chip: 'ad', text: 'Isi iklan' }] })
  })
})

describe('an order', () => {
  const readOrder = (...product_items: unknown[]) => readItem('order', { catalog_id: '1', text: '', product_items })
  const thing = (more: object) => ({ product_retailer_id: 'A', quantity: 2, item_price: 1_000, currency: 'IDR', ...more })

  it.each<[title: string, items: object[], content: string]>([
    ['nothing of a thing', [thing({ quantity: 0 })], '0 × A at Rp 1.000\nTotal Rp 0'],
    ['a price of nothing', [thing({ item_price: 0 })], '2 × A at Rp 0\nTotal Rp 0'],
    ['a fraction with noise', [thing({ item_price: 0.1 + 0.2, currency: 'USD' })], '2 × A at $0.30\nTotal $0.60'],
    ['small letters for a currency', [thing({ currency: 'idr' })], '2 × A at Rp 1.000\nTotal Rp 2.000'],
    ['a thing without a name', [thing({ product_retailer_id: null })], '2 × ? at Rp 1.000\nTotal Rp 2.000'],
    ['two currencies', [thing({}), thing({ currency: 'USD' })], '2 × A at Rp 1.000\n2 × A at $1,000\nTotal Rp 2.000\nTotal $2,000'],
  ])('with %s has its totals', (_, items, content) => {
    expect(leave(readOrder(...items))).toEqual([content])
  })

  it.each<[title: string, item: object, shown: string]>([
    ['fewer than none of a thing', thing({ quantity: -3 }), '-3 × A at Rp 1.000'],
    ['more than can be counted', thing({ quantity: 1e21 }), '1e+21 × A at Rp 1.000'],
    ['no quantity', thing({ quantity: null }), '? × A at Rp 1.000'],
    ['a price below nothing', thing({ item_price: -5 }), '2 × A'],
    ['a price that is no number', thing({ item_price: '1.500.000,50' }), '2 × A'],
    ['no currency', thing({ currency: null }), '2 × A'],
  ])('with %s has no total, which would be wrong, and is kept', (_, odd, shown) => {
    const [message, ...kept] = readOrder(odd, thing({ product_retailer_id: 'B' }))
    expect(message).toMatchObject({ content: `${shown}\n2 × B at Rp 1.000`, details: { totals: [] } })
    expect(leave(kept)).toEqual(['order room'])
  })

  it('of more things than are shown has no total', () => {
    const [message] = readOrder(...Array.from({ length: 250 }, () => thing({})))
    expect(message).toMatchObject({ details: { totals: [] } })
  })
})

describe('what leaves no message', () => {
  it.each<[title: string, items: readonly Taken[], kept: string[]]>([
    ['an object for a list', readValue({ messages: item('text', { body: 'x' }) }), ['messages malformed']],
    ['nulls alone', readValue({ messages: null, contacts: null, statuses: null }), ['nothing malformed']],
    ['a new list', readValue({ payments: [{ id: 'p1' }, { id: 'p2' }] }), ['payments unknown', 'payments unknown']],
    ['a new list beside a known one', readValue({ messages: [item('text', { body: 'x' })], wallets: [1] }), ['x', 'wallets unknown']],
    ['a value that is a list', readChange('messages', []), ['nothing malformed']],
    ['no value', readChange('messages', null), ['nothing malformed']],
    ['errors beside a message', readValue({ messages: [item('text', { body: 'x' })], errors: [{ code: 1 }] }), ['x', 'errors logged']],
    ['an object for calls', readValue({ calls: { id: 'x' } }, 'calls'), ['calls malformed']],
    ['an object for echoes', readValue({ message_echoes: { id: 'x' } }, 'smb_message_echoes'), ['message_echoes malformed']],
    ['an object for preferences', readValue({ user_preferences: {} }, 'user_preferences'), ['user_preferences malformed']],
    ['an object for contacts of the phone', readValue({ state_sync: {} }, 'smb_app_state_sync'), ['state_sync malformed']],
    ['a removed contact', readValue({ state_sync: [{ type: 'contact', action: 'remove' }] }, 'smb_app_state_sync'), ['contact logged']],
    ['no history', readValue({ history: null }, 'history'), ['nothing malformed']],
    ['how far the history is', readValue({ history: [{ metadata: { progress: 100 } }] }, 'history'), ['chunk logged']],
    ['an error of the history', readValue({ history: [{ errors: [{ code: 9 }] }] }, 'history'), ['errors unknown']],
    [
      'threads that are none',
      readValue({ history: [{ threads: [null, { id: phone }] }] }, 'history'),
      ['thread malformed', 'thread malformed'],
    ],
    ['an object for threads', readValue({ history: [{ threads: {} }, null] }, 'history'), ['chunk malformed', 'chunk malformed']],
    ['an entry of Messenger', readWebhook({ entry: [{ id: '1', messaging: [{}] }] }, [ours]), ['entry malformed']],
    ['an object for changes', readWebhook({ entry: [{ id: '1', changes: {} }] }, [ours]), ['entry malformed']],
    ['an object for entries', readWebhook({ entry: { id: 1 } }, [ours]), ['body malformed']],
    ['items without an envelope', readWebhook({ messages: [item('text', { body: 'x' })] }, [ours]), ['body malformed']],
    ['a body of Instagram', readWebhook({ object: 'instagram', entry: [{}] }, [ours]), ['instagram elsewhere']],
    ['a body that is no JSON', readWebhook('not json{', [ours]), ['body malformed']],
    ['more items than are read', readValue({ messages: Array(20_001).fill(0) }).slice(20_000), ['messages malformed']],
  ])('%s is kept as received', (_, items, kept) => {
    expect(leave(items)).toEqual(kept)
  })

  it('is kept with the people whom it names, however many there are beside', () => {
    const contacts = Array.from({ length: 300 }, (_, at) => ({ wa_id: `${phone}${at}`, profile: { name: 'x'.repeat(100) } }))
    const [, kept] = readValue({ contacts, messages: [item('hologram', {}, { from: `${phone}7` })] })
    expect(JSON.parse(kept?.type === 'raw' ? kept.body : '')).toMatchObject({ contacts: [{ wa_id: `${phone}7` }] })
  })
})

describe('a state', () => {
  it.each<[title: string, field: string, value: object, expected: object]>([
    [
      'whose restriction stands alone',
      'account_update',
      { event: 'ACCOUNT_RESTRICTION', restriction_info: { restriction_type: 'X' } },
      { type: 'X' },
    ],
    [
      'whose end cannot be read',
      'account_update',
      { event: 'ACCOUNT_RESTRICTION', restriction_info: [{ restriction_type: 'X', expiration: 'December 5, 2027' }] },
      { until: null },
    ],
    [
      'with the limit of older versions',
      'phone_number_quality_update',
      { event: 'UPGRADE', current_limit: 'TIER_1K' },
      { limit: 'TIER_1K' },
    ],
  ])('%s is told', (_, field, value, expected) => {
    const [kept] = readChange(field, value, 1_795_838_100)
    expect(kept).toMatchObject({ outcome: 'state', states: [{ value: expected }] })
  })

  it.each([99_999_999_999, Date.now() + 3_600_000])('of a clock that is ahead (%s) is of now, so that the next one replaces it', (time) => {
    const [kept] = readChange('account_review_update', { decision: 'REJECTED' }, time)
    const at = kept?.type === 'raw' ? (kept.states?.[0]?.at ?? '') : ''
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.now())
    // The provider counts seconds: one of the same second is not late.
    expect(at).toMatch(/\.000Z$/)
  })
})

it.each([
  ['held_for_quality_assessment', 'heldForCheck'],
  ['paused', 'heldByPause'],
])('the state %s says that the message is held back', (status, held) => {
  expect(readValue({ statuses: [{ id: 'wamid.x', status }] })).toMatchObject([{ type: 'status', status: 'queued', held }])
})

it('a state and a reaction are copied as received only where somebody asks for the copy', () => {
  const toJSON = vi.fn(() => 'as received')
  const statuses = [{ id: 'wamid.x', status: 'read', toJSON }]
  const messages = [{ ...item('reaction', { message_id: 'wamid.x', emoji: '👍' }), toJSON }]
  const items = readValue({ messages, statuses })
  expect(toJSON).not.toHaveBeenCalled()
  for (const one of items) expect(keptOf(one)).toMatchObject({ body: expect.stringContaining('as received') })
})

/** Copies of a value, each with one part changed by `change`; keys count as texts. */
function* vary(value: unknown, change: (part: unknown) => unknown): Generator<unknown> {
  yield change(value)
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value))
    for (const varied of vary(part, change)) yield Array.isArray(value) ? value.with(Number(key), varied) : { ...value, [key]: varied }
}

const isJson = (text: string) => /^[[{]/.test(text)

/** Texts that no database can hold, and that become such ones when they are cut; in keys of JSON, too. */
function makeHostile(part: unknown): unknown {
  if (typeof part !== 'string' || /^\d+$/.test(part)) return part
  const bad = `a\u0000\ud800${'😀'.repeat(600)}`
  if (!isJson(part)) return [part + bad, `a${part}${bad}`]
  return [JSON.stringify({ [bad]: bad, [`a${bad}`]: [bad, `${'x'.repeat(990)}${bad}`] })]
}

function* texts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) {
      yield key
      yield* texts(part)
    }
}

const isStorable = (text: string) => !text.includes('\u0000') && !/\p{Surrogate}/u.test(text)

describe('every payload', () => {
  const otherKinds: readonly unknown[] = [null, '', 1e30, true, [], [null], 'x', { id: { id: {} } }]

  it.each(payloadNames)('leaves something, and throws nothing, whatever one of its parts is: %s', (name) => {
    const { entry } = readPayload(Number.parseInt(name, 10))
    for (const { id, time, changes } of entry)
      for (const { field, value } of changes)
        for (const other of otherKinds)
          for (const varied of vary(value, () => other)) {
            const items = readWebhook({ entry: [{ id, time, changes: [{ field, value: varied }] }] }, [ours])
            for (const one of items) keptOf(one)
            if (!items.length) expect.fail(`nothing is left of ${JSON.stringify(varied)}`)
          }
  })

  it.each(payloadNames)('is of texts that can be stored, whatever it is of: %s', (name) => {
    for (const { id, time, changes } of readPayload(Number.parseInt(name, 10)).entry)
      for (const { field, value } of changes)
        for (const at of [0, 1])
          for (const varied of vary(value, (part) => [makeHostile(part)].flat()[at] ?? part))
            for (const taken of readWebhook({ entry: [{ id, time, changes: [{ field, value: varied }] }] }, [ours])) {
              // Their words are cleaned where they are stored; what is JSON cannot be.
              const { content: _, ...rest } = { content: null, ...taken, kept: keptOf(taken) }
              const bad = [...texts(rest)].find((text) => !isStorable(text))
              if (bad !== undefined) expect.fail(`${JSON.stringify(bad.slice(0, 40))} of ${JSON.stringify(varied).slice(0, 500)}`)
            }
  })
})
