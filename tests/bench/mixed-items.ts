/** Webhooks of one item each, of mixed kinds: payloads of the tests with other ids, people and times. */
import { openDatabase } from '#server/db/open.ts'
import { createPlatform } from '#server/platform/create.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { makeNumber } from '#tests/support/chat.ts'
import { cloudAccount } from '#tests/support/cloud-api.ts'
import { readPayload } from '#tests/support/webhook-payloads.ts'

/** Texts, answers, an order, cards, a place, a form, what WhatsApp cannot pass on, reactions and edits; no file, which has to be fetched. */
const kinds = [100, 101, 102, 108, 109, 112, 113, 114, 22, 24, 130, 128, 21, 29].map((number) => readPayload(number))

const idOf = (number: number) => `wamid.mixed.${number}`

export interface MixedItem {
  /** Of a message, or of a reaction or an edit, which is kept at its message. */
  id: string
  body: string
}

/** Last text of each phone. */
const texts = new Map<string, string>()

/** The item with this number, of a phone. */
export function mixedItem(number: number, phone: string): MixedItem {
  const payload = structuredClone(kinds[number % kinds.length] ?? readPayload(100))
  const [entry] = payload.entry
  const value = entry?.changes[0]?.value
  const [message] = value.messages
  if (entry) entry.id = cloudAccount.business_account_id
  value.metadata.phone_number_id = cloudAccount.phone_number_id
  value.contacts = [{ profile: { name: 'Siti Rahma' }, wa_id: phone }]
  delete message.from_user_id
  Object.assign(message, { id: idOf(number), from: phone, timestamp: String(Math.floor(Date.now() / 1000)) })
  const target = texts.get(phone) ?? idOf(number - 1)
  if (message.reaction) message.reaction.message_id = target
  if (message.edit)
    Object.assign(message.edit, { original_message_id: target, message: { type: 'text', text: { body: `changed by ${number}` } } })
  if (message.type === 'text') texts.set(phone, message.id)
  return { id: message.id, body: JSON.stringify(payload) }
}

/** Fills a folder with a number of ours, which takes what comes. */
export async function makeData(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir })
  const platform = await createPlatform(readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), database)
  await makeNumber(platform, { channel: 'cloud', ...cloudAccount })
  await database.close()
}
