/** Who is alerted to what WhatsApp says of accounts, numbers and templates, and how often (docs/product/whatsapp.md#states). */

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { channelAlerts } from '#contract/chat/channel-alerts.ts'
import { templates } from '#contract/chat/messages.ts'
import { pushSubscribe } from '#contract/chat/push.ts'
import { languages } from '#contract/choices/languages.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import { quickPanel } from '#contract/quick-panel.ts'
import { channelStates as statesCall } from '#contract/sections/other/whatsapp-number.ts'
import { createApp } from '#server/app.ts'
import { pushSubscriptions } from '#server/db/tables/alerts.ts'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import { jobs } from '#server/db/tables/jobs.ts'
import { users } from '#server/db/tables/people.ts'
import { channelStates, webhookItems } from '#server/db/tables/webhook.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { createRunner, type Runner } from '#server/platform/jobs/runner.ts'
import { makePerson, type TestPlatform, testPlatform } from '#tests/support/api.ts'
import { makeNumber } from '#tests/support/chat.ts'
import { type CloudApi, cloudAccount, startCloudApi } from '#tests/support/cloud-api.ts'
import { type PushService, startPushService } from '#tests/support/push-service.ts'
import { requestAs } from '#tests/support/request.ts'
import { numberQualityJob } from '../channel/number-quality.ts'
import { startTemplates } from '../channel/template-cache.ts'
import { stateAlertJob } from './alert-state.ts'
import { alertWords } from './alert-words.ts'

const setter = ['update whatsapp-number', 'webnotif crm']
const phone = '628110000001'
/** 28 Nov 2026, in seconds. */
const start = 1_795_838_000

let test: TestPlatform
let cloud: CloudApi
let app: ReturnType<typeof createApp>
let service: PushService
let runner: Runner
let number = 0

beforeAll(async () => {
  cloud = await startCloudApi()
  test = await testPlatform({ CHAT_CLOUD_URL: cloud.url, PUSH_PRIVATE: 'allow' })
  app = createApp(test.platform)
  service = await startPushService()
  runner = createRunner(test.platform, [stateAlertJob, numberQualityJob])
  await startTemplates(test.platform)
  number = await makeNumber(test.platform, { name: 'Sales', channel: 'cloud', phone, ...cloudAccount })
})
afterAll(async () => {
  await test.close()
  await Promise.all([cloud.close(), service.close()])
})
beforeEach(async () => {
  const { db } = test.platform.database
  for (const table of [webhookItems, channelStates, pushSubscriptions, jobs]) await db.delete(table)
})

async function subscribe(permissions: readonly string[], language?: string) {
  const person = await makePerson(test.platform, permissions)
  if (language) await test.platform.database.db.update(users).set({ language }).where(eq(users.id, person.id))
  const browser = service.subscribe()
  const { endpoint, p256dh, auth } = browser
  await requestAs(app, person)('POST', pushSubscribe.path, { endpoint, p256dh, auth })
  return { browser, ask: requestAs(app, person) }
}

/** A webhook of the account, and all alerts that it makes. */
async function tell(field: string, value: object, time = start): Promise<void> {
  const entry = [{ id: cloudAccount.business_account_id, time, changes: [{ field, value }] }]
  expect((await cloud.call(app, { object: 'whatsapp_business_account', entry })).status).toBe(200)
  await runner.idle()
  await test.platform.background.settled()
}

const template = { message_template_id: 1, message_template_name: 'promo', message_template_language: 'id' }
const status = (event: string, more: object = {}) =>
  ['message_template_status_update', { ...template, event, reason: 'NONE', ...more }] as const
const account = (event: string, more: object = {}) => ['account_update', { event, ...more }] as const
const restricted = (restriction_type: string, more: object = {}) =>
  account('ACCOUNT_RESTRICTION', { restriction_info: [{ restriction_type, ...more }] })
const later = Math.floor(Date.now() / 1000) + 5 * 86_400

/** Every alert: what WhatsApp sends, and what is said. */
const table: readonly (readonly [alert: string, what: readonly [string, object], said: RegExp])[] = [
  ['templateRejected', status('REJECTED'), /^WhatsApp rejected the template promo\./],
  ['templatePaused', status('PAUSED'), /^The template promo is paused\./],
  ['templateDisabled', status('DISABLED'), /^The template promo is off for good\./],
  [
    'templateFlagged',
    status('FLAGGED', { disable_info: { disable_date: 'May 1' } }),
    /^The template promo will be switched off \(May 1\)\./,
  ],
  [
    'templateQuality',
    ['message_template_quality_update', { ...template, previous_quality_score: 'GREEN', new_quality_score: 'RED' }],
    /^The quality of the template promo is low\./,
  ],
  [
    'templateBecomes',
    [
      'template_category_update',
      { ...template, new_category: 'UTILITY', correct_category: 'MARKETING', category_update_timestamp: 1_795_924_400 },
    ],
    /^The template promo becomes MARKETING: costs and rules change \(29 November 2026\)\./,
  ],
  [
    'templateIs',
    ['template_category_update', { ...template, previous_category: 'UTILITY', new_category: 'MARKETING' }],
    /^The template promo is MARKETING now/,
  ],
  [
    'accountOffSoon',
    account('DISABLED_UPDATE', { ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE', waba_ban_date: 'December 5, 2026' } }),
    /^WhatsApp will switch this account off \(December 5, 2026\)\./,
  ],
  ['accountOff', account('DISABLED_UPDATE', { ban_info: { waba_ban_state: 'DISABLE' } }), /^WhatsApp has switched this account off\./],
  ['accountRejected', ['account_review_update', { decision: 'REJECTED' }], /^WhatsApp rejected this account\./],
  [
    'accountAlert',
    [
      'account_alerts',
      { entity_type: 'WABA', entity_id: '1', alert_info: { alert_severity: 'WARNING', alert_status: 'ACTIVE', alert_description: 'Pay' } },
    ],
    /^WhatsApp warns: Pay /,
  ],
  ['disconnected', account('PARTNER_REMOVED', { disconnection_info: { reason: 'PRIMARY_INACTIVITY' } }), /PRIMARY_INACTIVITY/],
  ['violation', account('ACCOUNT_VIOLATION', { violation_info: { violation_type: 'SPAM' } }), /broken: SPAM/],
  [
    'callsUnanswered',
    account('ACCOUNT_VIOLATION', { violation_info: { violation_type: 'USER_INITIATED_CALLS_LOW_PICKUP_RATE' } }),
    /Switch calls off/,
  ],
  ['restricted', restricted('RESTRICTED_ADD_PHONE_NUMBER_ACTION'), /RESTRICTED_ADD_PHONE_NUMBER_ACTION/],
  [
    'restrictedTemplates',
    restricted('RESTRICTED_BIZ_INITIATED_MESSAGING', { expiration: later }),
    /takes no templates.* \(\d+ \w+ 20\d\d\)\./,
  ],
  ['restrictedAll', restricted('RESTRICTED_CUSTOMER_INITIATED_MESSAGING'), /takes no messages of this account\./],
  [
    'numberQuality',
    ['phone_number_quality_update', { display_phone_number: phone, event: 'FLAGGED' }],
    /^The quality of this number is low\./,
  ],
  [
    'limitLowered',
    ['phone_number_quality_update', { display_phone_number: phone, event: 'DOWNGRADE', max_daily_conversations_per_business: 'TIER_2K' }],
    /lowered: 2,000 /,
  ],
  [
    'nameRejected',
    ['phone_number_name_update', { display_phone_number: phone, decision: 'REJECTED', requested_verified_name: 'Toko Uji' }],
    /rejected the name Toko Uji\./,
  ],
  ['pinChanged', ['security', { display_phone_number: phone, event: 'PIN_CHANGED' }], /^The PIN of this number was changed\./],
  ['pinAsked', ['security', { display_phone_number: phone, event: 'PIN_RESET_REQUEST' }], /^Somebody asked for a new PIN/],
  ['securityEvent', ['security', { display_phone_number: phone, event: 'TWO_STEP_2027' }], /security of this number: TWO_STEP_2027 /],
  ['form', ['flows', { event: 'FLOW_STATUS_CHANGE', flow_id: '66', old_status: 'PUBLISHED', new_status: 'BLOCKED' }], /slowed down: 66 /],
]

it('the table has every alert', () => {
  expect(table.map(([alert]) => alert).sort()).toEqual([...channelAlerts].sort())
})

it.each(table)('%s is one push with words that say what to do, and none for a repeat', async (alert, [field, value], said) => {
  const { browser, ask } = await subscribe([...setter, 'get whatsapp-number'])
  await tell(field, value)
  await tell(field, value)
  // The same again with another time, as when the provider sends its state anew.
  if (field !== 'security') await tell(field, value, start + 600)
  expect(browser.pushes.map(({ payload }) => payload)).toEqual([
    {
      ...{ kind: 'channel', message_kind: 'text', title: 'WhatsApp · Sales' },
      ...{ room: expect.any(String), message: expect.any(String), body: expect.stringMatching(said) },
    },
  ])
  const { data } = (await ask('GET', `${statesCall.path}?size=100`)).body
  const alarming = data.filter((state: { alert: string | null }) => state.alert !== null)
  expect(alarming).toMatchObject([{ alert, name: 'Sales', words: languages.map((language) => ({ language })) }])
  expect((await ask('GET', quickPanel.path)).body.items).toContainEqual({ name: 'whatsapp_alerts', count: 1 })
})

it('an event of security that is new is told by its own name, and claims no PIN', async () => {
  const { browser } = await subscribe(setter)
  const events = [
    'TWO_STEP_DISABLED',
    'PIN',
    'pin_changed',
    'constructor',
    'PIN_CHANGED_2',
    '',
    7,
    null,
    undefined,
    {},
    ['PIN_CHANGED'],
    'X'.repeat(5_000),
  ]
  for (const [at, event] of events.entries()) await tell('security', { display_phone_number: phone, event }, start + at)
  const bodies = browser.pushes.map(({ payload }) => String(toRecord(payload).body))
  expect(bodies).toHaveLength(events.length)
  for (const body of bodies) expect(body).toMatch(/^WhatsApp reports something about the security of this number: \S/)
  for (const language of languages) {
    const state = { subject: '', value: { event: 'TWO_STEP_DISABLED', requester: 'x' }, at: new Date(start * 1_000).toISOString() }
    const { said, todo } = alertWords('securityEvent', state, language)
    expect(said).toContain('TWO_STEP_DISABLED')
    expect(said + todo).not.toContain('PIN')
  }
})

it.each([
  ['may set up WhatsApp', setter, 1],
  ['may set up WhatsApp and answers customers', [...setter, 'get crm'], 1],
  ['may look at the numbers alone', ['get whatsapp-number', 'webnotif crm', 'get crm'], 0],
  ['may add numbers, but change none', ['create whatsapp-number', 'webnotif crm', 'get crm'], 0],
  ['answers customers alone', ['get crm', 'update crm', 'webnotif crm'], 0],
  ['may set up WhatsApp and has no alerts', ['update whatsapp-number'], 0],
])('who %s', async (_, permissions, count) => {
  const { browser } = await subscribe(permissions)
  await tell('security', { display_phone_number: phone, event: 'PIN_CHANGED' })
  expect(browser.pushes).toHaveLength(count)
})

it('each person is alerted in their language, and without one in English', async () => {
  const people = await Promise.all([...languages, undefined].map((language) => subscribe(setter, language)))
  await tell(...status('PAUSED'))
  const bodies = people.map(({ browser }) => toRecord(browser.pushes[0]?.payload).body)
  expect(bodies.slice(0, 4)).toEqual([
    expect.stringContaining('is paused'),
    expect.stringContaining('dijeda'),
    expect.stringContaining('duraklatıldı'),
    expect.stringContaining('متوقف'),
  ])
  expect(bodies[4]).toBe(bodies[0])
})

it('every event of security alerts; a state alerts again once it was well between, or a day later', async () => {
  const { browser } = await subscribe(setter)
  const pin = { display_phone_number: phone, event: 'PIN_CHANGED' }
  await tell('security', pin)
  await tell('security', pin, start + 60)
  expect(browser.pushes).toHaveLength(2)
  await tell(...status('PAUSED'), start + 100)
  await tell(...status('APPROVED'), start + 200)
  await tell(...status('PAUSED'), start + 300)
  await tell(...status('PAUSED'), start + 400)
  expect(browser.pushes).toHaveLength(4)
  await tell(...status('PAUSED'), start + 400 + 86_400)
  expect(browser.pushes).toHaveLength(5)
})

it('a late event alerts nobody: a newer state is known', async () => {
  const { browser } = await subscribe(setter)
  await tell(...status('APPROVED'), start + 500)
  await tell(...status('PAUSED'), start)
  expect(browser.pushes).toEqual([])
})

it('a limit that became lower alerts whatever its event is called, and a higher one does not', async () => {
  const { browser } = await subscribe(setter)
  const limit = (max: string | number) => ({ display_phone_number: phone, event: 'TIER_UPDATE', max_daily_conversations_per_business: max })
  for (const [at, max] of ['TIER_2K', 'TIER_10K', 250, 250, -1].entries()) await tell('phone_number_quality_update', limit(max), start + at)
  expect(browser.pushes.map(({ payload }) => toRecord(payload).body)).toEqual([expect.stringContaining('lowered: 250')])
})

/** Reads the quality of numbers, as the schedule does. */
async function readQuality(rating: unknown): Promise<void> {
  cloud.quality = rating
  await test.platform.database.transaction((tx) => enqueue(test.platform.database, tx, numberQualityJob, {}))
  await runner.idle()
  await test.platform.background.settled()
}
const flagged = ['phone_number_quality_update', { display_phone_number: phone, event: 'FLAGGED' }] as const
const qualities = async () =>
  (await test.platform.database.db.select({ value: channelStates.value }).from(channelStates)).map(({ value }) => value)
const low = { rating: 'RED', alert: 'numberQuality' }

const stillLow = [{ event: 'FLAGGED', alert: 'numberQuality' }]
const ratings: readonly (readonly [rating: unknown, expected: readonly object[]])[] = [
  ['GREEN', [{ rating: 'GREEN' }]],
  ['UNKNOWN', [{ rating: 'UNKNOWN' }]],
  ['NA', [{ rating: 'UNKNOWN' }]],
  ...['RED', 'YELLOW', 'green', 'HIGH', '', null, undefined, 7, ['GREEN'], { score: 'GREEN' }, '__proto__'].map(
    (rating) => [rating, stillLow] as const,
  ),
]

it.each(ratings)('a number of low quality whose rating is read as %j is then %j', async (rating, expected) => {
  await tell(...flagged, 1_700_000_000)
  await readQuality(rating)
  expect(await qualities()).toEqual(expected)
})

it('a number that is read as low alerts once, needs somebody until it is good, and alerts again when it is low again', async () => {
  const { browser, ask } = await subscribe([...setter, 'get whatsapp-number'])
  const counted = async () => (await ask('GET', quickPanel.path)).body.items
  await readQuality('UNKNOWN')
  expect(await qualities()).toEqual([])
  for (const rating of ['RED', 'RED', 'YELLOW']) await readQuality(rating)
  expect(await qualities()).toEqual([low])
  expect(await counted()).toContainEqual({ name: 'whatsapp_alerts', count: 1 })
  expect(browser.pushes.map(({ payload }) => toRecord(payload).body)).toEqual([
    expect.stringContaining('The quality of this number is low'),
  ])
  await readQuality('GREEN')
  expect(await counted()).toContainEqual({ name: 'whatsapp_alerts', count: 0 })
  await readQuality('RED')
  expect(browser.pushes).toHaveLength(2)
})

it('a number that cannot be read is as it was, and so is one that is off', async () => {
  await readQuality('RED')
  const { db } = test.platform.database
  const own = eq(whatsappNumbers.id, number)
  for (const change of [{ is_active: false }, { is_active: true, phone_number_id: '404' }]) {
    await db.update(whatsappNumbers).set(change).where(own)
    await readQuality('GREEN')
    expect(await qualities()).toEqual([low])
  }
  await db.update(whatsappNumbers).set({ phone_number_id: cloudAccount.phone_number_id }).where(own)
})

it.each([
  ['an account that is not here', { id: 'other waba', changes: [{ field: 'account_review_update', value: { decision: 'REJECTED' } }] }],
  ['a state that is well', { changes: [{ field: 'account_review_update', value: { decision: 'APPROVED' } }] }],
  [
    'a warning that is over',
    { changes: [{ field: 'account_alerts', value: { alert_info: { alert_severity: 'CRITICAL', alert_status: 'NONE' } } }] },
  ],
  [
    'a piece of information',
    { changes: [{ field: 'account_alerts', value: { alert_info: { alert_severity: 'INFORMATIONAL', alert_status: 'ACTIVE' } } }] },
  ],
  [
    'a restriction without a list',
    { changes: [{ field: 'account_update', value: { event: 'ACCOUNT_RESTRICTION', restriction_info: 'x' } }] },
  ],
  ['an event that nobody knows', { changes: [{ field: 'account_update', value: { event: '__proto__' } }] }],
  ['a template status that nobody knows', { changes: [{ field: 'message_template_status_update', value: { event: 'constructor' } }] }],
  [
    'values of other kinds',
    {
      changes: [
        { field: 'security', value: null },
        { field: 'flows', value: [] },
      ],
    },
  ],
])('%s alerts nobody', async (_, entry) => {
  const { browser } = await subscribe(setter)
  await cloud.call(app, { object: 'whatsapp_business_account', entry: [{ id: cloudAccount.business_account_id, time: start, ...entry }] })
  await runner.idle()
  await test.platform.background.settled()
  expect(browser.pushes).toEqual([])
})

it('where templates are chosen, one says its quality and the category that it will have', async () => {
  cloud.templates.push({
    name: 'promo',
    language: 'id',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Halo' }],
  })
  await tell('message_template_quality_update', { ...template, new_quality_score: 'RED' })
  await tell('template_category_update', {
    ...{ ...template, new_category: 'UTILITY', correct_category: 'MARKETING', category_update_timestamp: 1_795_924_400 },
  })
  const ask = requestAs(app, await makePerson(test.platform, ['get crm']))
  for (const query of [`?all=yes&whatsapp_number=${number}`, ''])
    expect((await ask('GET', templates.path + query)).body.templates).toMatchObject([
      { name: 'promo', quality: 'RED', becomes: 'MARKETING', becomes_at: '2026-11-29T03:53:20.000Z' },
    ])
  await tell('template_category_update', { ...template, previous_category: 'UTILITY', new_category: 'MARKETING' }, start + 60)
  const [after] = (await ask('GET', templates.path)).body.templates
  expect([after.quality, after.becomes]).toEqual(['RED', undefined])
})

it.each(languages)('every alert has whole words in %s, also where WhatsApp says nothing else', (language) => {
  for (const alert of channelAlerts) {
    const { said, todo } = alertWords(alert, { subject: '', value: {}, at: new Date().toISOString() }, language)
    expect(`${said} ${todo}`).not.toMatch(/[{}]|undefined|null| {2}/)
    expect(todo.length).toBeGreaterThan(10)
  }
})
