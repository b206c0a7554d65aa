import { lazy } from 'react'
import { useWatch } from 'react-hook-form'
import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import { NumberInput } from '#console/kit/form/inputs/number-input.tsx'
import { TextInput } from '#console/kit/form/inputs/text-input.tsx'
import type { FormValues, InputProps } from '#console/kit/form/values/tools.ts'
import { formatDate, formatNumber, formatPercent, formatRupiah } from '#console/kit/text/format.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { promotionCode } from '#contract/sections/promotion/promotion-code.ts'
import { FormTabs } from './promotion-code/form-tabs.tsx'

/** A discount in percent or rupiah, by the field beside it. */
function ValueInput(props: InputProps) {
  const kind = useWatch<FormValues>({ name: 'discount_kind' })
  return <NumberInput {...props} field={{ ...props.field, kind: kind === 'amount' ? 'money' : 'percent' }} />
}

/** A code, converted to capitals while typing. */
function CodeInput({ onChange, ...props }: InputProps) {
  return <TextInput {...props} onChange={(value) => onChange(toText(value).toUpperCase())} />
}

const BatchesPane = lazy(() => import('./promotion-code/batches-pane.tsx').then((module) => ({ default: module.BatchesPane })))

const discount = ({ discount_kind, value }: AnyRow) =>
  discount_kind === 'percent' ? formatPercent(Number(value)) : formatRupiah(Number(value))

function uses({ used, quota }: AnyRow): string {
  const times = formatNumber(Number(used ?? 0))
  return quota == null ? times : t('promotion-code.ofQuota', { used: times, quota: formatNumber(Number(quota)) })
}

const form = groupedForm(promotionCode, () => ({ code: { input: CodeInput, wide: false }, value: { input: ValueInput } }))

export const screens = defineSection(promotionCode, {
  columns: ({ column }) => [column('value', { cell: discount }), column('used', { cell: uses })],
  line: (row) => [
    discount(row),
    toText(row.name),
    `${formatDate(toText(row.start))} – ${formatDate(toText(row.end))}`,
    t('promotion-code.usedTimes', { times: uses(row) }),
  ],
  views: { batches: BatchesPane },
  form: (tools) => <FormTabs record={tools.record}>{form(tools)}</FormTabs>,
})
