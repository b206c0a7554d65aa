import { createContext, type ReactNode, Suspense, use } from 'react'
import { useAccess, useSession } from '#console/data/api/session.ts'
import { loadMessages, loadSectionWords, t } from '#console/i18n/i18n.ts'
import { DateTimeInput } from '#console/kit/form/inputs/date-input.tsx'
import { ReferenceInput } from '#console/kit/form/inputs/reference-input.tsx'
import { about } from '#console/kit/form/values/about.ts'
import type { FormTools, InputProps } from '#console/kit/form/values/tools.ts'
import { AfterPaint } from '#console/kit/parts/after-paint.tsx'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { Select } from '#console/ui/select.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { unassigned } from '#contract/choices/options.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { holds, roleFlags } from '#contract/kit/field/permission.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { leads } from '#contract/sections/sales/leads.ts'
import { DueBadge } from './due-badge.tsx'
import { KnownLead } from './known-lead.tsx'
import { PhoneLinks } from './phone-links.tsx'

const LeadRecord = createContext<AnyRow | null>(null)

/** Assignee. Without 'update assign-sales' an unassigned lead can be taken and an own one released, as on the server. */
function SalesInput(props: InputProps) {
  const record = use(LeadRecord)
  const mayAssign = holds(useAccess(), 'update assign-sales')
  const { session } = useSession()
  if (mayAssign || !session) return <ReferenceInput {...props} />
  const { id, ref, name } = session.user
  const owner = record?.sales || unassigned
  const isMine = owner === id || owner === ref
  const choices = [
    { value: String(unassigned), label: t('choice.0') },
    ...(roleFlags(session.roles).isSales ? [{ value: String(id), label: name }] : []),
  ]
  if (owner !== unassigned && !isMine)
    choices.splice(0, choices.length, { value: toText(owner), label: toText(record?.sales_name ?? `#${owner}`) })
  return (
    <Select
      {...about(props)}
      disabled={props.disabled || choices.length === 1}
      value={toText(props.value || unassigned)}
      onChange={(event) => props.onChange(Number(event.currentTarget.value))}
      onBlur={props.onBlur}
    >
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  )
}

// Of one identity: another one would be drawn anew, and lose the focus.
const PlanInput = (props: InputProps) => <DateTimeInput {...props} isPlan />

/** Loaded with their words; without them they still show, with ids, when the network fails here. */
const Attachments = deferred(async () => {
  const catalogs = loadMessages(['attachments', 'outbox', 'voice']).catch(() => undefined)
  const [module] = await Promise.all([import('./attachments/attachments.tsx'), catalogs])
  return module.Attachments
})

/** With the words of orders. */
const LeadOrder = deferred(async () => {
  const words = loadSectionWords('transaction').catch(() => undefined)
  const [module] = await Promise.all([import('#console/commerce/lead-order.tsx'), words])
  return module.LeadOrder
})

export type LeadTools = FormTools<keyof typeof leads.fields & string>

/** A lead's fields in the order of a call: identity, status, assignee, source, notes. Opened from the home, what came of the call is first. */
export function LeadForm({ tools: { field, group, watch, record, from, afterSave } }: { tools: LeadTools }) {
  const isCalled = from === 'dashboard'
  const status = (notes: ReactNode) =>
    group(
      'status',
      <>
        {field('status')}
        {field('next_follow_up', {
          hint: watch(({ next_follow_up }) => <DueBadge at={next_follow_up} />),
          input: PlanInput,
        })}
        {notes}
        {field('last_follow_up')}
      </>,
    )
  return (
    <>
      {isCalled && status(field('notes'))}
      {group(
        'contact',
        <>
          {field('name')}
          {field('phone', { hint: watch(({ phone }) => <KnownLead phone={phone} own={record?.ref ?? null} />) })}
          {watch(({ phone, name }) => (
            <div className="flex flex-wrap gap-2 empty:hidden sm:col-span-2">
              <PhoneLinks phone={phone} name={toText(name)} withLabels />
              <Suspense>{record && <LeadOrder lead={record} from="leads" />}</Suspense>
            </div>
          ))}
          {field('email')}
          {field('city')}
        </>,
      )}
      {!isCalled && status(null)}
      {group(
        'assignment',
        <>
          <LeadRecord value={record}>{field('sales', { input: SalesInput })}</LeadRecord>
          {field('campaign_id')}
          {isCalled && field('tags')}
        </>,
      )}
      {group('sources', field('lead_sources', { hint: t('leads.sourcesHint') }))}
      {!isCalled &&
        group(
          'notes',
          <>
            {field('tags')}
            {field('notes')}
          </>,
        )}
      <AfterPaint>
        <Suspense fallback={<Skeleton className="h-28 sm:col-span-2" />}>
          <Attachments record={record} afterSave={afterSave} />
        </Suspense>
      </AfterPaint>
    </>
  )
}
