/** Kinds of messages that are a thing: files, places, contacts, products and orders (docs/product/whatsapp.md#kinds-of-messages). */
import { toRecord } from '#contract/kit/field/guards.ts'
import type { MessageKind } from '#contract/parts/message-fields.ts'
import type { MessageDetails } from '#server/db/tables/chat.ts'
import { errorCode, type Kind, line, lostFile, note } from './seen.ts'
import { formatMoney, readDecimal, readId, readList, readPhone, readText, sumOfProducts } from './values.ts'

const maxName = 300
const maxCaption = 65_536
const maxCards = 50
const maxEntries = 20
const maxItems = 200

/** A file of a message; where WhatsApp could not fetch it, a line that says so. */
const fileOf = (type: string, kind: Exclude<MessageKind, 'text'>): Kind => ({
  read(part, item) {
    const { id, caption, filename } = toRecord(part)
    const file = readId(id)
    if (!file) return part === undefined && readList(item.errors, 1).length ? lostFile(type, errorCode(item)) : null
    return { kind, content: readText(caption, maxCaption) || null, file: { id: file, name: readText(filename, maxName) || type } }
  },
  isUnread: true,
  opensWindow: true,
})

export const files = {
  image: fileOf('image', 'image'),
  sticker: fileOf('sticker', 'image'),
  video: fileOf('video', 'video'),
  audio: fileOf('audio', 'audio'),
  document: fileOf('document', 'document'),
} as const satisfies Record<string, Kind>

/** Degrees as a decimal text, within `limit`; '' for others. */
function degrees(value: unknown, limit: number): string {
  const text = readText(value, 30).trim()
  return /^-?\d{1,3}(\.\d{1,20})?$/.test(text) && Math.abs(Number(text)) <= limit ? text : ''
}

export const location: Kind = {
  read(part) {
    const given = toRecord(part)
    const [latitude, longitude] = [degrees(given.latitude, 90), degrees(given.longitude, 180)]
    const [name, address] = [readText(given.name, maxName), readText(given.address, 1_000)]
    if (!latitude || !longitude) return null
    const link = `https://maps.google.com/?q=${latitude},${longitude}`
    return line([name, address, link].filter(Boolean).join('\n'), { details: { type: 'location', latitude, longitude, name, address } })
  },
  isUnread: true,
  opensWindow: true,
}

type Card = Extract<MessageDetails, { type: 'contacts' }>['cards'][number]

function readCard(value: unknown): Card {
  const { name, phones, emails, org } = toRecord(value)
  const texts = (list: unknown, key: string) =>
    readList(list, maxEntries)
      .map((each) => readText(toRecord(each)[key], 100).trim())
      .filter(Boolean)
  return {
    name: readText(toRecord(name).formatted_name, maxName).trim(),
    phones: texts(phones, 'phone'),
    emails: texts(emails, 'email'),
    firm: readText(toRecord(org).company, maxName).trim(),
  }
}

/** The person's own phone, which they shared when they were asked for it. Cards of others name nobody (rule of identities). */
function sharedPhone(cards: readonly unknown[], item: Readonly<Record<string, unknown>>): string | null {
  const own = cards.map(toRecord).find(({ origin }) => (origin ?? item.origin) === 'contact_request')
  const phones = readList(own?.phones, maxEntries).map(toRecord)
  return phones.map(({ wa_id, phone }) => readPhone(wa_id) ?? readPhone(phone)).find((found) => found !== null) ?? null
}

export const contacts: Kind = {
  read(part, item) {
    const given = readList(part, maxCards)
    const shared = sharedPhone(given, item)
    if (shared) return note('The customer shared the own number', 'numberShared', { phone: shared }, { shared })
    const cards = given.map(readCard).filter(({ name, phones, emails, firm }) => name || phones.length || emails.length || firm)
    const content = cards.map(({ name, phones, emails, firm }) => [name, ...phones, ...emails, firm].filter(Boolean).join(' ')).join('\n')
    return line(content, { details: { type: 'contacts', cards } })
  },
  isUnread: true,
  opensWindow: true,
}

type Order = Extract<MessageDetails, { type: 'order' }>

function readItem(value: unknown): Order['items'][number] {
  const { product_retailer_id, quantity, item_price, currency } = toRecord(value)
  return {
    product: readText(product_retailer_id, maxName),
    quantity: readDecimal(quantity) ?? '1',
    price: readDecimal(item_price) ?? '',
    currency: /^[A-Z]{3}$/.test(readText(currency, 3)) ? readText(currency, 3) : '',
  }
}

export const order: Kind = {
  read(part) {
    const { text, product_items } = toRecord(part)
    const items = readList(product_items, maxItems)
      .map(readItem)
      .filter(({ product }) => product)
    if (!items.length) return line(readText(text, maxCaption))
    const priced = items.filter(({ price, currency }) => price && currency)
    const totals = [...new Set(priced.map(({ currency }) => currency))].map((currency) => ({
      currency,
      amount: sumOfProducts(priced.filter((one) => one.currency === currency).map(({ quantity, price }) => [quantity, price] as const)),
    }))
    const lines = [
      readText(text, maxCaption).trim(),
      ...items.map(
        ({ product, quantity, price, currency }) =>
          `${quantity} × ${product}${price && currency ? ` at ${formatMoney(price, currency)}` : ''}`,
      ),
      ...totals.map(({ amount, currency }) => `Total ${formatMoney(amount, currency)}`),
    ]
    return line(lines.filter(Boolean).join('\n'), { details: { type: 'order', items, totals } })
  },
  isUnread: true,
  opensWindow: true,
}
