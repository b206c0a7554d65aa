import { PromoCheck } from '#console/commerce/promo-check.tsx'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import { choiceLabel } from '#console/kit/labels.ts'
import { StatusBadge } from '#console/kit/status-badge.tsx'
import type { Tone } from '#console/kit/tone.ts'
import { isRecord } from '#contract/kit/guards.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'

const tones = { paid: 'good', unpaid: 'warning', expired: 'neutral', cancel: 'neutral' } as const satisfies Record<string, Tone>
const isStatus = (value: unknown): value is keyof typeof tones => typeof value === 'string' && Object.hasOwn(tones, value)

const recordsIn = (items: unknown) => (Array.isArray(items) ? items.filter(isRecord) : [])

/** The lines in one line of text: 'EMT 30 days, T-shirt (2)'. */
const linesOf = (items: unknown): string =>
  recordsIn(items)
    .map(({ name, qty }) => (Number(qty) > 1 ? `${String(name ?? '')} (${String(qty)})` : String(name ?? '')))
    .join(', ')

const fields = groupedForm(transaction)

export const screens = defineSection(transaction, {
  columns: ({ column }) => [
    column('items', { cell: ({ items }) => linesOf(items), text: ({ items }) => linesOf(items), width: '16rem' }),
    column('payment_status', {
      cell: ({ payment_status: status }) =>
        isStatus(status) ? (
          <StatusBadge value={status} tone={tones[status]} label={choiceLabel(status, transaction.fields.payment_status)} />
        ) : null,
    }),
  ],
  form: (tools) => (
    <>
      {fields(tools)}
      {!tools.record &&
        tools.watch(({ member_id, items, promo_code }) =>
          typeof promo_code === 'string' ? <PromoCheck customer={member_id} lines={recordsIn(items)} code={promo_code} /> : null,
        )}
    </>
  ),
})
