import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import type { FieldOptions } from '#console/kit/form/values/tools.ts'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatMonth, formatNumber, formatRupiah } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { reward } from '#contract/sections/sales/reward.ts'

const amount = ({ metric }: AnyRow, value: unknown) =>
  metric === 'revenue' ? formatRupiah(Number(value ?? 0)) : formatNumber(Number(value ?? 0))

/** Progress: a bar that is full at the target, with both numbers; in a row that has the target in another column, with one. */
function Progress({ row, showsTarget = true }: { row: AnyRow; showsTarget?: boolean }) {
  const [achieved, target] = [Number(row.achieved ?? 0), Math.max(1, Number(row.target))]
  const share = Math.min(100, Math.floor((achieved / target) * 100))
  const words = t('reward.of', { achieved: amount(row, achieved), target: amount(row, target) })
  return (
    <span className="grid min-w-36 gap-1">
      <span className="text-sm tabular-nums">{showsTarget ? words : amount(row, achieved)}</span>
      <span
        role="progressbar"
        aria-label={words}
        aria-valuenow={share}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full bg-muted"
      >
        <span className="block h-full rounded-full bg-primary" style={{ inlineSize: `${share}%` }} />
      </span>
    </span>
  )
}

/** Counted fields are fixed once the month is settled. */
const fixedFields = (record: AnyRow | null): Partial<Record<string, FieldOptions>> =>
  record && record.status !== 'running'
    ? Object.fromEntries(['period', 'metric', 'target', 'sales'].map((name) => [name, { fixed: true }]))
    : {}

/** A month that is over runs no more, though its results are fixed on the eighth day of the next one (docs/product/orders.md#rewards). */
const pastMonths = 1_000_000
const monthWords = ({ status, month_rank }: AnyRow): string | null =>
  status !== 'running' || Number(month_rank) === 0 ? null : t(Number(month_rank) >= pastMonths ? 'reward.ended' : 'reward.planned')
const statusText = (row: AnyRow) => monthWords(row) ?? choiceLabel(row.status, reward.fields.status)

const form = groupedForm(reward, fixedFields)

export const screens = defineSection(reward, {
  columns: ({ column }) => [
    column('status', {
      cell: (row) => {
        const words = monthWords(row)
        return words ? (
          <StatusBadge value={row.status} tone="neutral" label={words} />
        ) : (
          <ChoiceBadge value={row.status} field={reward.fields.status} />
        )
      },
      text: statusText,
    }),
    column('target', { cell: (row) => amount(row, row.target) }),
    column('achieved', {
      cell: (row) => <Progress row={row} showsTarget={false} />,
      text: (row) => amount(row, row.achieved),
      align: 'start',
    }),
  ],
  line: (row) => [
    t('reward.of', { achieved: amount(row, row.achieved), target: amount(row, Math.max(1, Number(row.target))) }),
    formatMonth(toText(row.period)),
  ],
  form: (tools) => (
    <>
      {tools.record && (
        <div className="sm:col-span-2">
          <Progress row={tools.record} />
        </div>
      )}
      {form(tools)}
    </>
  ),
})
