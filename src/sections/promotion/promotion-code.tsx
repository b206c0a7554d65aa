import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import { formatNumber } from '#console/kit/format.ts'
import { choiceLabel } from '#console/kit/labels.ts'
import { StatusBadge } from '#console/kit/status-badge.tsx'
import type { Tone } from '#console/kit/tone.ts'
import type { AnyRow } from '#contract/kit/section.ts'
import { formatRupiah } from '#contract/lib/rupiah.ts'
import { promotionCode } from '#contract/sections/promotion/promotion-code.ts'
import { CodeInput } from './promotion-code/code-input.tsx'
import { FormTabs } from './promotion-code/form-tabs.tsx'

const tones: Readonly<Record<string, Tone>> = { running: 'good', planned: 'info', used_up: 'warning' }

const discount = ({ discount_kind, value }: AnyRow) =>
  discount_kind === 'percent'
    ? t('promotion-code.percent', { value: Number(value).toLocaleString('id-ID', { maximumFractionDigits: 2 }) })
    : formatRupiah(Number(value))

function uses({ used, quota }: AnyRow): string {
  const times = formatNumber(Number(used ?? 0))
  return quota == null ? times : t('promotion-code.ofQuota', { used: times, quota: formatNumber(Number(quota)) })
}

const form = groupedForm(promotionCode, () => ({ code: { input: CodeInput } }))

export const screens = defineSection(promotionCode, {
  columns: ({ column }) => [
    column('value', { cell: discount }),
    column('used', { cell: uses }),
    column('status', {
      cell: ({ status }) =>
        status == null ? null : (
          <StatusBadge value={status} label={choiceLabel(status, promotionCode.fields.status)} tone={tones[String(status)] ?? 'neutral'} />
        ),
    }),
  ],
  form: (tools) => <FormTabs record={tools.record}>{form(tools)}</FormTabs>,
})
