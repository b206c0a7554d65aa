/** What is asked about a promo code, from what somebody has filled in so far. */

export interface PromoLine {
  category?: unknown
  product_id?: unknown
  variant?: unknown
  qty?: unknown
}

export interface PromoDraft {
  /** Number or ref of the member. */
  customer: unknown
  lines: readonly PromoLine[]
  code: string
}

const isKey = (value: unknown): value is number | string =>
  (typeof value === 'number' && value > 0) || (typeof value === 'string' && value !== '' && value !== '0')

const isNumber = (value: unknown): value is number => typeof value === 'number'

/** The body of the call; null while the member, the category or a product is missing (docs/product/promotion.md#asking-for-a-discount). */
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

/** The server's words without what they begin with (docs/product/promotion.md#asking-for-a-discount). */
export const withoutPraise = (message: string): string => message.replace(/^Selamat! /, '')

/** The code in the server's words that it can be used; null where they say something else. */
export const usableCode = (message: string): string | null => /^Promo code (\w+) can be used$/.exec(message)?.[1] ?? null

/** What can be known of a code that is filled in. */
export type PromoState = 'unchecked' | 'checking' | 'valid' | 'invalid' | 'offline'

interface Asking {
  /** Something that the question needs is not filled in. */
  isMissing: boolean
  /** There is no way to the server now. */
  isPaused: boolean
  failure: { status: number; offline: boolean; fields?: Readonly<Record<string, unknown>> } | null
  isAnswered: boolean
}

/** What says nothing of the question: who asks, how often, and when. */
const passing: readonly number[] = [401, 403, 408, 409, 425, 429]

/** A code is invalid by a refusal alone: of a server that fails, or of other fields that are wrong, nothing is learnt of it. */
export function stateOf({ isMissing, isPaused, failure, isAnswered }: Asking): PromoState {
  if (isPaused || failure?.offline) return 'offline'
  if (isMissing) return 'unchecked'
  if (!failure) return isAnswered ? 'valid' : 'checking'
  const isRefusal = failure.status >= 400 && failure.status < 500 && !passing.includes(failure.status)
  return isRefusal && (!failure.fields || 'code' in failure.fields) ? 'invalid' : 'unchecked'
}
