/** Kinds of messages that are a thing: files, places, contacts, products and orders (docs/product/whatsapp.md#kinds-of-messages). */
import { toRecord } from '#contract/kit/field/guards.ts'
import type { MessageKind } from '#contract/parts/message-fields.ts'
import type { MessageDetails } from '#server/db/tables/chat.ts'
import { cut } from '../rooms/text.ts'
import { errorCode, type Kind, line, lostFile, note } from './seen.ts'
import { formatMoney, readDecimal, readId, readList, readPhone, readPlain, readText, sumOfProducts } from './values.ts'

const maxName = 300
const maxCaption = 65_536
const maxCards = 257
const maxEntries = 20
const maxItems = 200

/** A file of a message; where WhatsApp could not fetch it, a line that says so. */
const fileOf = (type: string, kind: Exclude<MessageKind, 'text'>): Kind => ({
  read(part, item) {
    const { id, caption, filename } = toRecord(part)
    const file = readId(id)
    if (!file) return readList(item.errors, 1).length ? lostFile(type, errorCode(item)) : null
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
  const text = readPlain(value)
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
  const { formatted_name, first_name, middle_name, last_name } = toRecord(name)
  const texts = (list: unknown, read: (each: Readonly<Record<string, unknown>>) => string) =>
    readList(list, maxEntries)
      .map((each) => read(toRecord(each)))
      .filter(Boolean)
  const parts = [first_name, middle_name, last_name].map((part) => readText(part, maxName)).filter(Boolean)
  const own = (wa_id: unknown) => (readPhone(wa_id) ? `+${readPhone(wa_id)}` : '')
  return {
    name: readText(formatted_name, maxName) || cut(parts.join(' '), maxName),
    phones: texts(phones, ({ phone, wa_id }) => readText(phone, 100) || own(wa_id)),
    emails: texts(emails, ({ email }) => readText(email, 100)),
    firm: readText(toRecord(org).company, maxName),
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

/** What is no number or has no name stays as it is written: the order has no total then. */
function readItem(value: unknown): Order['items'][number] {
  const { product_retailer_id, quantity, item_price, currency } = toRecord(value)
  const code = readText(currency, 10).toUpperCase()
  return {
    product: readText(product_retailer_id, maxName).replace(/\s+/g, ' ') || '?',
    quantity: readDecimal(quantity) ?? (readText(quantity, 20).replace(/\s+/g, ' ') || '?'),
    price: readDecimal(item_price) ?? '',
    currency: /^[A-Z]{3}$/.test(code) ? code : '',
  }
}

const isPriced = ({ quantity, price, currency }: Order['items'][number]) =>
  readDecimal(quantity) !== null && price !== '' && currency !== ''

export const order: Kind = {
  read(part) {
    const { text, product_items } = toRecord(part)
    const given = Array.isArray(product_items) ? product_items : []
    const items = readList(given, maxItems).map(readItem)
    if (!items.length) return line(readText(text, maxCaption))
    // A total without one of its items would be a wrong one.
    const isWhole = given.length === items.length && items.every(isPriced)
    const currencies = isWhole ? [...new Set(items.map(({ currency }) => currency))] : []
    const totals = currencies.map((currency) => ({
      currency,
      amount: sumOfProducts(items.filter((one) => one.currency === currency).map(({ quantity, price }) => [quantity, price] as const)),
    }))
    const lines = [
      readText(text, maxCaption).trim(),
      ...items.map(
        ({ product, quantity, price, currency }) =>
          `${quantity} × ${product}${price && currency ? ` at ${formatMoney(price, currency)}` : ''}`,
      ),
      ...totals.map(({ amount, currency }) => `Total ${formatMoney(amount, currency)}`),
    ]
    return line(lines.filter(Boolean).join('\n'), { details: { type: 'order', items, totals }, ...(!isWhole && { keepsRaw: true }) })
  },
  isUnread: true,
  opensWindow: true,
}
