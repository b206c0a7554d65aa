import { useFormContext, useWatch } from 'react-hook-form'
import { recordsIn } from '#console/commerce/order-lines.ts'
import { serverNow } from '#console/data/base/server-clock.ts'
import { t } from '#console/i18n/i18n.ts'
import { ChoiceInput } from '#console/kit/form/inputs/choice-input.tsx'
import type { FormValues, InputProps } from '#console/kit/form/values/tools.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { isProven } from '#contract/commerce/is-proven.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { useOrderTotals } from './order-total.tsx'

/** A new order is neither cancelled nor expired (docs/product/orders.md#payment-states). */
const firstStates = ['unpaid', 'paid'] as const

/** The state of the payment; one that is paid was paid now, until the person says otherwise. */
export function PaymentInput(props: InputProps) {
  const { setValue, getValues } = useFormContext<FormValues>()
  return (
    <ChoiceInput
      {...props}
      field={{ ...props.field, values: firstStates }}
      onChange={(value) => {
        props.onChange(value)
        if (value === 'paid' && !getValues('paid_at')) setValue('paid_at', new Date(serverNow()).toISOString())
      }}
    />
  )
}

/** Says, before anything is saved, that a payment needs its proof. */
export function ProofNotice() {
  const [status, method, proof] = useWatch<FormValues>({ name: ['payment_status', 'payment_method', 'proof'] })
  const { subtotal, discount } = useOrderTotals()
  const proofs = recordsIn(proof).length
  if (status !== 'paid' || isProven({ proofs, method, total: (subtotal ?? 1) - discount })) return null
  return (
    <span className="text-warning-text" data-proof-needed="">
      {t('transaction.proofNeeded', { method: choiceLabel(method, transaction.fields.payment_method) })}
    </span>
  )
}
