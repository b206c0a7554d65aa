/** Question about a promo code, built from the input so far. */

export interface PromoLine {
  category?: unknown
  product_id?: unknown
  variant?: unknown
  qty?: unknown
}

export interface PromoDraft {
  /** Id or ref of the member. */
  customer: unknown
  lines: readonly PromoLine[]
  code: string
}

const isKey = (value: unknown): value is number | string =>
  (typeof value === 'number' && value > 0) || (typeof value === 'string' && value !== '' && value !== '0')

const isNumber = (value: unknown): value is number => typeof value === 'number'

/** Body of the call; null while the member, the category or a product is missing (docs/product/promotion.md#asking-for-a-discount). */
export function promoQuestionOf({ customer, lines, code }: PromoDraft): Record<string, unknown> | null {
  const whole = lines.filter(({ category, product_id }) => typeof category === 'string' && category !== '' && isKey(product_id))
  const [first] = whole
  if (!isKey(customer) || !first) return null
  const numbered = whole.filter(({ product_id }) => isNumber(product_id))
  const items = numbered.map(({ category, product_id, variant, qty }) => ({
    category,
    product_id,
    qty: isNumber(qty) ? qty : 1,
    ...(typeof variant === 'string' && variant !== '' && { variant }),
  }))
  return {
    customer_id: customer,
    type: first.category,
    product_id: whole.filter(({ category }) => category === first.category).map(({ product_id }) => product_id),
    code: code.trim().toUpperCase(),
    ...(items.length === whole.length && { items }),
  }
}

/** Removes the prefix of the server's message (docs/product/promotion.md#asking-for-a-discount). */
export const withoutPraise = (message: string): string => message.replace(/^Selamat! /, '')

/** Code in the server's message that it is usable; null for other messages. */
export const usableCode = (message: string): string | null => /^Promo code (\w+) can be used$/.exec(message)?.[1] ?? null

/** Known state of an entered code. */
export type PromoState = 'unchecked' | 'checking' | 'valid' | 'invalid' | 'offline'

interface Asking {
  /** A required value is missing. */
  isMissing: boolean
  /** The server is unreachable. */
  isPaused: boolean
  failure: { status: number; offline: boolean; fields?: Readonly<Record<string, unknown>> } | null
  isAnswered: boolean
}

/** Statuses unrelated to the code: who asks, how often, and when. */
const passing: readonly number[] = [401, 403, 408, 409, 425, 429]

/** Only a refusal makes a code invalid: errors of the server or of other fields say nothing about it. */
export function stateOf({ isMissing, isPaused, failure, isAnswered }: Asking): PromoState {
  if (isPaused || failure?.offline) return 'offline'
  if (isMissing) return 'unchecked'
  if (!failure) return isAnswered ? 'valid' : 'checking'
  const isRefusal = failure.status >= 400 && failure.status < 500 && !passing.includes(failure.status)
  return isRefusal && (!failure.fields || 'code' in failure.fields) ? 'invalid' : 'unchecked'
}
