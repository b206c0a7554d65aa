import { useQuery } from '@tanstack/react-query'
import { productsOf } from '#console/commerce/products.tsx'
import { oneOptions } from '#console/data/query/queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import type { FieldOptions } from '#console/kit/form/values/tools.ts'
import { formatDate } from '#console/kit/text/format.ts'
import { type LeaveStatus, leaveDays, leaveStatuses, maxLeaveDays } from '#contract/commerce/leave.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { addDays } from '#contract/lib/wib.ts'
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
const day = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : null)

/** Days by which an end moves: of a leave that is changed, what its new days differ by. */
const movedBy = (days: number, record: AnyRow | null): number => {
  const [start, end] = [day(record?.start), day(record?.end)]
  return start && end ? days - leaveDays({ start, end }) : days
}

/** Memberships of the product that run on the first day, each with its old and new end. */
function endsOf(person: AnyRow | undefined, product: string, start: string, moved: number, days: number) {
  return productsOf(person?.products)
    .filter((each) => each.product === product && addDays(each.expires_on, moved - days) >= start)
    .map(({ type, expires_on }) => ({
      name: type === 'VIP' ? `${product} VIP` : product,
      from: expires_on,
      to: addDays(expires_on, moved),
    }))
}

/** The end of each membership that a leave moves, while its days are chosen. */
function Moves({ values, record }: { values: Readonly<Record<string, unknown>>; record: AnyRow | null }) {
  const id = toText(values.member_id)
  const { data } = useQuery({ ...oneOptions(member, id), enabled: id !== '' })
  const [start, end] = [day(values.start), day(values.end)]
  if (!start || !end || typeof values.product !== 'string') return null
  const days = leaveDays({ start, end })
  if (days < 1 || days > maxLeaveDays) return null
  const ends = endsOf(data, values.product, start, movedBy(days, record), days)
  return (
    <div role="status" className="flex flex-col gap-1 text-sm sm:col-span-2">
      <p className="text-muted-foreground">{t('member-cuti.moves', { product: values.product, days })}</p>
      {ends.map(({ name, from, to }) => (
        <p key={name} className="font-medium">
          {t('member-cuti.newEnd', { product: name, from: formatDate(from), to: formatDate(to) })}
        </p>
      ))}
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
