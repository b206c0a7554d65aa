import { products } from '../../choices/options.ts'
import { choice, date, email, type Fields, phone, reference, text } from '../../kit/field/field.ts'

export const accountTypes = ['Regular', 'VIP'] as const

/** Columns of a retention file: a member's phone, and the last day of access to a product (docs/product/members.md#retention-import). */
export const retentionFields = {
  phone: phone({ required: true }),
  /** For new members. */
  name: text({ max: 120 }),
  product: choice(products, { required: true }),
  type: choice(accountTypes, { initial: 'Regular' }),
  expires_on: date({ required: true }),
  sales: reference({ to: 'user/sales', unassigned: true }),
  /** Reason in the account's history. */
  note: text({ max: 500 }),
  /** Of a new member, and of one who has none. */
  email: email({ max: 160 }),
  city: text({ max: 80 }),
  joined_at: date(),
} as const satisfies Fields

/** Every account that a member can have, with the column of its last day, as an export has it: 'EMT VIP ends'. */
export const accountEnds = products.flatMap((product) =>
  accountTypes.map((type) => ({ product, type, column: `${product}_${type}_ends` }) as const),
)

/** Columns of an exported file, each in place of a row with product, type and last day. */
export const endFields: Fields = Object.fromEntries(accountEnds.map(({ column }) => [column, date()]))
