/** Kinds of messages that are words: texts, answers by button or list, and forms (docs/product/whatsapp.md#kinds-of-messages). */
import { isRecord, toRecord } from '#contract/kit/field/guards.ts'
import type { MessageChip } from '#server/db/tables/chat.ts'
import { cut } from '../rooms/text.ts'
import { type Kind, line, note, type Seen } from './seen.ts'
import { readId, readList, readText, readTime } from './values.ts'

/** A part that names something: long ones are no titles. */
const maxTitle = 1_000
const maxForm = 65_536
const maxLines = 100
const maxFallback = 1_000
/** Whole texts; the store cuts them at what is kept, and says how long they were. */
const maxBody = 3_000_000

const ofTemplate: readonly MessageChip[] = [{ chip: 'template' }]
const ofQuestion: readonly MessageChip[] = [{ chip: 'question' }]

export const text: Kind = {
  read: (part) => line(readText(toRecord(part).body, maxBody)),
  isUnread: true,
  opensWindow: true,
}

export const button: Kind = {
  read(part) {
    const { text: title, payload } = toRecord(part)
    return line(readText(title, maxTitle) || readText(payload, maxTitle), {
      chips: ofTemplate,
      ...(payload !== undefined && { keepsRaw: true, payload: readText(payload, maxTitle) }),
    })
  },
  isUnread: true,
  opensWindow: true,
}

/** Keys of a form's answer that are for machines. */
const isTechnical = (key: string) => /^(flow_token|id)$|_id$|^wa_flow_response/i.test(key)
const isFile = (value: unknown) => isRecord(value) && ('sha256' in value || 'mime_type' in value || 'cdn_url' in value)

/** Words of a value; those of nested ones in a row. */
function words(value: unknown, depth = 0): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' || typeof value === 'number') return readText(value, maxTitle).trim()
  if (depth > 4 || isFile(value)) return ''
  const inside = Array.isArray(value) ? readList(value, maxLines) : isRecord(value) ? namedValues(value).map(([, each]) => each) : []
  const said = inside.map((each) => words(each, depth + 1)).filter(Boolean)
  return cut(said.join(', '), maxTitle)
}

const namedValues = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values)
    .slice(0, maxLines)
    .filter(([key]) => !isTechnical(key))

/** The object of an answer; some pass it on as an object, or as JSON within JSON. */
function parseForm(given: unknown): Readonly<Record<string, unknown>> | null {
  try {
    if (typeof given !== 'string') return isRecord(given) ? given : null
    const parsed: unknown = given.length < maxForm ? JSON.parse(given) : null
    const inner: unknown = typeof parsed === 'string' ? JSON.parse(parsed) : parsed
    return isRecord(inner) ? inner : null
  } catch {
    return null
  }
}

/** Lines of a form or an address; an answer that is no object is shown as it is. What is left out of them is kept as received. */
function readForm(part: Readonly<Record<string, unknown>>): Seen | null {
  const seen = readAnswers(part)
  return seen && { ...seen, keepsRaw: true }
}

function readAnswers(part: Readonly<Record<string, unknown>>): Seen | null {
  const parsed = parseForm(part.response_json)
  if (!parsed) return line(readText(part.response_json, maxFallback)) ?? line(readText(part.body, maxFallback))
  const [[, only] = [], ...others] = namedValues(parsed)
  // An address stands under `values` alone.
  const named = isRecord(only) && !isFile(only) && !others.length ? namedValues(only) : namedValues(parsed)
  const lines = named.map(([key, value]) => ({ label: readText(key, 100), value: words(value) })).filter(({ value }) => value)
  const content = lines.map(({ label, value }) => `${label}: ${value}`).join('\n')
  return lines.length ? line(content, { details: { type: 'form', lines } }) : line(readText(part.body, maxFallback))
}

function readPermission(part: Readonly<Record<string, unknown>>): Seen | null {
  const response = part.response === 'accept' || part.response === 'reject' ? part.response : null
  if (!response) return null
  const until = part.is_permanent === true || part.expiration_timestamp === undefined ? null : readTime(part.expiration_timestamp)
  const isPermanent = response === 'accept' && until === null
  const said =
    response === 'reject' ? 'declined calls' : isPermanent ? 'allows calls for good' : `allows calls until ${until?.slice(0, 10)}`
  const isAutomatic = part.response_source === 'automatic'
  return note(
    `The customer ${said}`,
    'callPermission',
    { response, until },
    {
      callPermission: { response, until },
      ...(isAutomatic && { isUnread: false, opensWindow: false }),
    },
  )
}

/** Ids of a product in an answer of a kind that is not known. */
const productOf = (part: Readonly<Record<string, unknown>>) =>
  readId(part.product_retailer_id) || readId(part.retailer_id) || readId(part.product_id) || readId(part.id)

const interactiveKinds: Readonly<Record<string, (part: Readonly<Record<string, unknown>>) => Seen | null>> = {
  button_reply: ({ title }) => line(readText(title, maxTitle), { chips: ofQuestion }),
  list_reply({ title, description }) {
    const more = readText(description, maxTitle).trim()
    return line(`${readText(title, maxTitle)}${more && ` (${more})`}`.trim(), { chips: ofQuestion })
  },
  nfm_reply: readForm,
  call_permission_reply: readPermission,
}

export const interactive: Kind = {
  read(part) {
    const given = toRecord(part)
    const type = readText(given.type, 40)
    if (!type) return null
    const inside = toRecord(given[type])
    const read = Object.hasOwn(interactiveKinds, type) ? interactiveKinds[type] : undefined
    if (read) return read(inside)
    const product = productOf(inside)
    return line(`[${type}] ${product ? `${product}: ` : ''}open on the phone`, {
      ...(product && { details: { type: 'product', product } }),
      keepsRaw: true,
      isStandIn: true,
    })
  },
  isUnread: true,
  opensWindow: true,
}

export const welcome: Kind = {
  read: () => note('The customer opened the chat', 'openedChat', {}),
  isUnread: false,
  opensWindow: false,
}
