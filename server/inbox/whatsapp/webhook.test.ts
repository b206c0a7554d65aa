/** The tables of fields and kinds against what WhatsApp documents, and every payload of the corpus through the reader alone. */
import { describe, expect, it } from 'vitest'
import { cloudAccount } from '#tests/support/cloud-api.ts'
import { payloadNames, readPayload } from '#tests/support/webhook-payloads.ts'
import type { OurNumber } from './context.ts'
import { kinds } from './kinds.ts'
import { markTypes } from './marks.ts'
import { unreadableKinds } from './seen.ts'
import { systemTypes } from './system.ts'
import { formatMoney, readDecimal, sumOfProducts } from './values.ts'
import { accountFields, fields, readWebhook, silentFields } from './webhook.ts'

const ours: OurNumber = { id: 1, phone: '628110000001', ...cloudAccount }

const documented = {
  fields: `messages calls user_preferences message_template_status_update account_update account_alerts phone_number_quality_update
    smb_message_echoes history smb_app_state_sync message_template_quality_update template_category_update message_template_components_update
    business_capability_update account_review_update phone_number_name_update security account_settings_update business_username_updates
    business_username_update flows automatic_events user_id_update group_lifecycle_update group_participants_update group_settings_update
    group_status_update messaging_handovers standby message_echoes consumer_profile payment_configuration_update partner_solutions
    template_correct_category_detection`,
  kinds: `text image video audio document sticker location contacts button interactive order reaction edit revoke system unsupported unknown
    ephemeral request_welcome`,
  system: 'user_changed_number user_changed_user_id customer_changed_number customer_identity_changed',
  unsupported: `edit poll_creation poll_update gif image link_preview list media_placeholder product order button interactive hsm location
    group_invite`,
}
const words = (text: string) => text.split(/\s+/)

describe('what WhatsApp documents', () => {
  it('has an entry for every field', () => {
    const known = new Set([...Object.keys(fields), ...Object.keys(accountFields), ...silentFields])
    expect(words(documented.fields).filter((name) => !known.has(name))).toEqual([])
  })

  it('has an entry for every kind of message, of system message, and of what cannot be passed on', () => {
    const known = new Set([...Object.keys(kinds), ...markTypes, 'system'])
    expect(words(documented.kinds).filter((name) => !known.has(name))).toEqual([])
    expect(words(documented.system).filter((name) => !systemTypes.includes(name))).toEqual([])
    expect(words(documented.unsupported).filter((name) => !unreadableKinds.includes(name))).toEqual([])
  })
})

/** Payloads with something that nobody here understands, on purpose. */
const strange = new Set(['118-interactive-unseen-kind.json', '137-value-errors.json', '159-other-fields.json'])

describe('a payload', () => {
  it.each(payloadNames)('leaves something that is understood: %s', (name) => {
    const items = readWebhook(readPayload(Number.parseInt(name, 10)), [ours])
    expect(items.length).toBeGreaterThan(0)
    const raw = items.filter((item) => item.type === 'raw')
    expect(raw.some(({ outcome }) => outcome === 'elsewhere' || outcome === 'malformed')).toBe(false)
    expect(raw.some(({ outcome }) => outcome === 'unknown')).toBe(strange.has(name))
    for (const { body } of raw) expect(body.length).toBeLessThanOrEqual(16_000)
  })

  it('of nonsense is read, and costs nothing', () => {
    for (const body of [null, 7, 'x', [], { entry: 7 }]) expect(readWebhook(body, [ours])).toMatchObject([{ kind: 'body' }])
    const deep = JSON.parse(`${'[{"a":'.repeat(2_000)}1${'}]'.repeat(2_000)}`)
    for (const value of [null, [], 'x', { messages: deep }, { contacts: deep, messages: [deep] }, { statuses: 3, calls: {} }])
      expect(
        readWebhook({ entry: [null, { id: cloudAccount.business_account_id, changes: [null, { field: 'messages', value }] }] }, [ours])
          .length,
      ).toBeGreaterThan(2)
  })
})

describe('money', () => {
  it.each([
    [
      [
        ['2', '99.5'],
        ['1', '7.99'],
      ],
      '206.99',
    ],
    [[['0.1', '0.2']], '0.02'],
    [[['3', '0.1']], '0.3'],
    [[['999999999999999', '999999999999999']], '999999999999998000000000000001'],
  ] as const)('is exact: %j is %s', (pairs, sum) => {
    expect(sumOfProducts(pairs)).toBe(sum)
  })

  it('is no number with an exponent, a sign or a word', () => {
    for (const value of ['1e21', 1e21, '-5', 'NaN', Number.NaN, '1,5', null, {}, '1'.repeat(40)]) expect(readDecimal(value)).toBeNull()
    expect([formatMoney('1500000', 'IDR'), formatMoney('1234.5', 'USD'), formatMoney('12', 'SGD')]).toEqual([
      'Rp 1.500.000',
      '$1,234.50',
      'SGD 12',
    ])
  })
})
