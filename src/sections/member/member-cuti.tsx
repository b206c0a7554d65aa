import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import type { FieldOptions } from '#console/kit/form/values/tools.ts'
import { formatDate } from '#console/kit/text/format.ts'
import { type LeaveStatus, leaveDays, leaveStatuses, maxLeaveDays } from '#contract/commerce/leave.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { memberCuti } from '#contract/sections/member/member-cuti.ts'

const statusOf = (row: AnyRow | null): LeaveStatus | undefined => leaveStatuses.find((each) => each === row?.status)

/** A running leave allows changing the end, a past one only the reason. */
function fixedFields(record: AnyRow | null): Partial<Record<string, FieldOptions>> {
  const status = statusOf(record)
  if (!status || status === 'planned') return {}
  const names = ['member_id', 'product', 'start', ...(status === 'running' ? [] : ['end'])]
  return Object.fromEntries(names.map((name) => [name, { fixed: true }]))
}

const fields = groupedForm(memberCuti, fixedFields)
const day = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : null)

/** Preview of a leave's effect on the membership's end. */
function Moves({ values }: { values: Readonly<Record<string, unknown>> }) {
  const [start, end] = [day(values.start), day(values.end)]
  if (!start || !end || typeof values.product !== 'string') return null
  const days = leaveDays({ start, end })
  if (days < 1 || days > maxLeaveDays) return null
  return (
    <p role="status" className="text-sm text-muted-foreground sm:col-span-2">
      {t('member-cuti.moves', { product: values.product, days })}
    </p>
  )
}

export const screens = defineSection(memberCuti, {
  line: (row) => [
    toText(row.product),
    `${formatDate(toText(row.start))} – ${formatDate(toText(row.stopped_on ?? row.end))}`,
    t('member-cuti.length', { days: Number(row.days) }),
  ],
  form: (tools) => (
    <>
      {fields(tools)}
      {tools.watch((values) => (
        <Moves values={values} />
      ))}
    </>
  ),
})
