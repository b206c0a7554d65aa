import { choiceLabel } from '#console/kit/labels.ts'
import { StatusBadge } from '#console/kit/status-badge.tsx'
import type { Tone } from '#console/kit/tone.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'

const tones = { paid: 'good', unpaid: 'warning', expired: 'neutral', cancel: 'neutral' } as const satisfies Record<string, Tone>
const isStatus = (value: unknown): value is keyof typeof tones => typeof value === 'string' && Object.hasOwn(tones, value)

/** How far an order is paid; its word is one of the section's. */
export function OrderStatus({ value }: { value: unknown }) {
  if (!isStatus(value)) return null
  return <StatusBadge value={value} tone={tones[value]} label={choiceLabel(value, transaction.fields.payment_status)} />
}
