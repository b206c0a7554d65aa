import { useQuery } from '@tanstack/react-query'
import { findMovedEnds, type LeavePlan } from '#console/commerce/leave-ends.ts'
import { productsOf } from '#console/commerce/products.tsx'
import { oneOptions } from '#console/data/query/queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import type { FieldOptions } from '#console/kit/form/values/tools.ts'
import { formatDate } from '#console/kit/text/format.ts'
import { readTypedDate } from '#console/kit/text/typed-date.ts'
import { type LeaveStatus, leaveDays, leaveStatuses, maxLeaveDays } from '#contract/commerce/leave.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { member } from '#contract/sections/member/member.ts'
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
/** A text that was typed and is no day stays in the form's values. */
const day = (value: unknown) => (typeof value === 'string' && value !== '' && readTypedDate(value, 'date') === value ? value : null)

const planOf = ({ product, start, end }: Readonly<Record<string, unknown>>): LeavePlan | null => {
  const [first, last] = [day(start), day(end)]
  return first && last && typeof product === 'string' ? { product, start: first, end: last } : null
}

/** The end of each membership that a leave moves, while its days are chosen. */
function Moves({ values, record }: { values: Readonly<Record<string, unknown>>; record: (AnyRow & { member_id?: unknown }) | null }) {
  const id = toText(values.member_id)
  const { data } = useQuery({ ...oneOptions(member, id), enabled: id !== '' })
  const plan = planOf(values)
  if (!plan) return null
  const days = leaveDays(plan)
  if (days < 1 || days > maxLeaveDays) return null
  const before = record && data?.id === record.member_id ? planOf(record) : null
  return (
    <div role="status" className="flex flex-col gap-1 text-sm sm:col-span-2">
      <p className="text-muted-foreground">{t('member-cuti.moves', { product: plan.product, days })}</p>
      {findMovedEnds(productsOf(data?.products), plan, before).map(({ product, type, from, to }) => {
        const name = type === 'VIP' ? `${product} VIP` : product
        return (
          <p key={name} className="font-medium">
            {from === to
              ? t('member-cuti.sameEnd', { product: name, date: formatDate(to) })
              : t('member-cuti.newEnd', { product: name, from: formatDate(from), to: formatDate(to) })}
          </p>
        )
      })}
    </div>
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
        <Moves values={values} record={tools.record} />
      ))}
    </>
  ),
})
