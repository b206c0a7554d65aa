/** Data written in a run: leads, banks, members and orders. */

import { member } from '#contract/sections/member/member.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { bank } from '#contract/sections/settings/bank.ts'

export const sectionNames = ['leads', 'bank', 'member', 'transaction'] as const
export type SectionOfModel = (typeof sectionNames)[number]
export const isModelled = (name: string): name is SectionOfModel => sectionNames.some((section) => section === name)

type Values = Record<string, unknown>

/** Records a new one may use. */
export interface Known {
  /** Ref of the buyer. */
  member: string
  /** Product sold. */
  product: number
  isPaid: boolean
}

interface Model {
  path: string
  table: string
  /** Records at the start of a schedule. */
  seeds: number
  /** Text fields of an edit, and those that may be empty. */
  texts: readonly string[]
  clearable: readonly string[]
  /** Call of an edit. */
  edit: 'update' | 'note'
  create: (mark: string, known: Known) => Values
  /** Values that make a new record invalid, and their correction. */
  bad: Values
  good: (mark: string) => Values
  /** Values of a new record that are stored as sent. */
  stored: (patch: Values) => Values
}

const digits = (mark: string) => mark.slice(1).padStart(6, '0')
const all = (patch: Values) => patch

export const models: Record<SectionOfModel, Model> = {
  leads: {
    path: leads.path,
    table: 'leads',
    seeds: 3,
    texts: ['city', 'notes', 'name', 'email'],
    clearable: ['city', 'notes', 'email'],
    edit: 'update',
    create: (mark) => ({ name: mark, phone: `6281200${digits(mark)}`, status: 'new', city: mark }),
    bad: { phone: 'none' },
    good: () => ({ phone: '628120009999' }),
    stored: all,
  },
  bank: {
    path: bank.path,
    table: 'banks',
    seeds: 2,
    texts: ['account_holder', 'bank_branch', 'bank_name'],
    clearable: [],
    edit: 'update',
    create: (mark) => ({ bank_name: mark, account_number: '7654321', account_holder: mark, bank_branch: mark, is_active: true }),
    bad: { account_number: 'none' },
    good: () => ({ account_number: '7654321' }),
    stored: all,
  },
  member: {
    path: member.path,
    table: 'members',
    seeds: 2,
    texts: ['city', 'notes', 'name', 'email'],
    clearable: ['city', 'notes', 'email'],
    edit: 'update',
    create: (mark) => ({ name: mark, phone: `6281300${digits(mark)}`, city: mark }),
    bad: { phone: 'none' },
    good: (mark) => ({ phone: `6281400${digits(mark)}` }),
    stored: all,
  },
  transaction: {
    path: transaction.path,
    table: 'orders',
    seeds: 0,
    texts: ['note'],
    clearable: ['note'],
    edit: 'note',
    create: (mark, { member: member_id, product, isPaid }) => ({
      member_id,
      items: [{ category: 'membership', product_id: product, qty: 1 }],
      payment_method: 'cash',
      payment_status: isPaid ? 'paid' : 'unpaid',
      note: mark,
    }),
    bad: { promo_code: 'TIDAKADA' },
    good: () => ({ promo_code: undefined }),
    stored: ({ payment_method, payment_status, note, ref }) => ({ payment_method, payment_status, note, ref }),
  },
}

/** Whether a row is deleted or in the trash. */
export const isGone = (row: Values | null): boolean => row === null || row.deleted_at != null
