import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { getConfig } from '#console/data/api/config.ts'
import { useAccess } from '#console/data/api/session.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { CallList } from '#console/kit/list/screen/call-list.tsx'
import { formatDate, formatDateTime, formatRupiah } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { detailLink, editLink, listLink, trashedLink } from '#console/kit/text/section-link.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { type Access, holds, type Permission } from '#contract/kit/field/permission.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { trashPath } from '#contract/kit/section/view.ts'
import { type Activity, activitySections } from '#contract/sections/member/activity.ts'
import { member } from '#contract/sections/member/member.ts'
import { memberAlert } from '#contract/sections/member/member-alert.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'

type ActivitySection = Activity['section']

const call = sectionCall(member, 'activity')
const readers: Readonly<Record<ActivitySection, Permission>> = {
  transaction: 'get transaction',
  'member-cuti': 'get member',
  'tanya-saham': 'get stock',
  recommendation: 'get stock',
  'member-alert': 'get member',
  leads: 'get crm',
  newsletter: 'get member',
}
const nameOf = (section: ActivitySection) => (section === 'member-alert' ? t('member.view.alert') : t(`nav.${section}`))

/** An activity in words. */
function wordsOf({ kind, rating, alert }: Activity): string {
  if (kind === 'alert_raised') return choiceLabel(alert ?? '', memberAlert.fields.kind)
  return kind === 'answers_rated' ? t('member.activity.answers_rated', { rating: rating ?? 0 }) : t(`member.activity.${kind}`)
}

/** Link to the record, if it has a page that this person may open; an alert has none. */
function linkOf({ section, ref, is_deleted }: Activity, access: Access) {
  if (section === 'member-alert' || (section === 'member-cuti' && getConfig().backOffice)) return null
  if (section === 'newsletter') return holds(access, 'get promotion') ? trashedLink(section, 'report', ref) : null
  if (section === 'leads') return getConfig().backOffice ? null : editLink(section, ref)
  if (section === 'tanya-saham') return listLink(section, { open: ref })
  if (!is_deleted) return detailLink(section, ref)
  return getConfig().backOffice ? null : trashedLink(section, trashPath(transaction), ref)
}

/** The acting person, where known. */
function doerOf({ kind, by }: Activity): string | null {
  if (by) return by
  if (['question_asked', 'answers_rated', 'pick_read', 'unsubscribed'].includes(kind)) return t('member.activity.byMember')
  if (kind === 'question_answered') return t('member.activity.byAlgo')
  return kind === 'alert_raised' ? t('member.activity.bySystem') : null
}

function Line({ one }: { one: Activity }) {
  const access = useAccess()
  const { at, section, title, product, amount, start, end } = one
  const link = linkOf(one, access)
  const days = end && [start, end].flatMap((day) => (day ? [formatDate(day)] : [])).join(' – ')
  const texts = [product, days, amount != null && formatRupiah(amount), doerOf(one)].filter((each) => typeof each === 'string' && each)
  return (
    <li className="relative grid gap-0.5 text-sm before:absolute before:-start-[1.3125rem] before:top-1.5 before:size-2 before:rounded-full before:bg-border">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{wordsOf(one)}</span>
        <time dateTime={at} className="text-xs text-muted-foreground tabular-nums">
          {formatDateTime(at)}
        </time>
        <span className="text-xs text-muted-foreground">{nameOf(section)}</span>
      </p>
      {title &&
        (link ? (
          <Link
            {...link}
            dir="auto"
            className="w-fit max-w-full break-words text-primary-text underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
          >
            {title}
          </Link>
        ) : (
          <span dir="auto" className="break-words">
            {title}
          </span>
        ))}
      {texts.length > 0 && (
        <p className="flex flex-wrap gap-x-2 text-muted-foreground tabular-nums">
          {texts.map((each) => (
            <bdi key={toText(each)}>{each}</bdi>
          ))}
        </p>
      )}
    </li>
  )
}

const chip =
  'min-h-8 rounded-full border border-input bg-card px-3 text-sm hover:bg-muted aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-text touch:min-h-11'

/** Activities of a member and for them, newest first: of every readable section, or of one. */
export function Activities({ record }: { record: AnyRow }) {
  useLocale()
  const access = useAccess()
  const [section, setSection] = useState<ActivitySection | null>(null)
  const filters = useMemo(() => (section ? [{ field: 'section', values: [section] }] : []), [section])
  const read = activitySections.filter((each) => holds(access, readers[each]))
  return (
    <div className="px-4 pb-8">
      <fieldset aria-label={t('member.activity.only')} className="flex flex-wrap gap-2 pb-4">
        {[null, ...read].map((each) => (
          <button key={each ?? ''} type="button" aria-pressed={each === section} className={chip} onClick={() => setSection(each)}>
            {each ? nameOf(each) : t('member.activity.all')}
          </button>
        ))}
      </fieldset>
      <CallList<Activity>
        call={call}
        record={record}
        filters={filters}
        texts={{ offline: t('member.activity.offline'), empty: t('member.activity.empty'), more: t('member.activity.more') }}
      >
        {(all) => (
          <ol className="grid gap-4 border-s ps-4" aria-label={t('member.panel.activity')}>
            {all.map((one) => (
              <Line key={`${one.kind} ${one.ref} ${one.at}`} one={one} />
            ))}
          </ol>
        )}
      </CallList>
    </div>
  )
}
