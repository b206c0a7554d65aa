import { Suspense } from 'react'
import { loadMessages, loadSectionWords, t } from '#console/i18n/i18n.ts'
import type { FormTools } from '#console/kit/form/values/tools.ts'
import { latePiece } from '#console/kit/parts/late-piece.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import type { leads } from '#contract/sections/sales/leads.ts'
import { DueBadge } from './due-badge.tsx'
import { KnownLead } from './known-lead.tsx'
import { PhoneLinks } from './phone-links.tsx'
import { SalesInput } from './sales-input.tsx'

/** Loaded with their words; without them they still show, with ids, when the network fails here. */
const Attachments = latePiece(async () => {
  const catalogs = loadMessages(['attachments', 'outbox', 'voice']).catch(() => undefined)
  const [module] = await Promise.all([import('./attachments/attachments.tsx'), catalogs])
  return module.Attachments
})

/** With the words of orders. */
const LeadOrder = latePiece(async () => {
  const words = loadSectionWords('transaction').catch(() => undefined)
  const [module] = await Promise.all([import('#console/commerce/lead-order.tsx'), words])
  return module.LeadOrder
})

export type LeadTools = FormTools<keyof typeof leads.fields & string>

/** A lead's fields in the order of a call: identity, status, assignee, source, notes. */
export function LeadForm({ tools: { field, group, watch, record, afterSave } }: { tools: LeadTools }) {
  return (
    <>
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
      {group(
        'status',
        <>
          {field('status')}
          {field('next_follow_up', { hint: watch(({ next_follow_up }) => <DueBadge at={next_follow_up} />) })}
          {field('last_follow_up')}
        </>,
      )}
      {group(
        'assignment',
        <>
          {field('sales', { input: (props) => <SalesInput {...props} record={record} /> })}
          {field('campaign_id')}
        </>,
      )}
      {group('sources', field('lead_sources', { hint: t('leads.sourcesHint') }))}
      {group(
        'notes',
        <>
          {field('tags')}
          {field('notes')}
        </>,
      )}
      <Suspense fallback={<Skeleton className="h-28 sm:col-span-2" />}>
        <Attachments record={record} afterSave={afterSave} />
      </Suspense>
    </>
  )
}
