import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { type Changes, causeName, type HistoryEntry } from '#contract/kit/section/history.ts'
import { fieldOf, type Section } from '#contract/kit/section/section.ts'
import { formatDate, formatDateTime } from '../text/format.ts'
import { fieldLabel } from '../text/labels.ts'
import { Change } from './change.tsx'

/** In the form's order; the database keeps none. */
function inOrder(section: Section, changes: Changes) {
  const place = new Map(Object.keys(section.fields).map((name, index) => [name, index]))
  return Object.entries(changes)
    .filter(([name]) => name !== causeName)
    .sort(([a], [b]) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
}

const causes: Readonly<Record<string, (detail: string) => string>> = {
  order: (detail) => t('history.cause.order', { detail }),
  leave: (detail) => t('history.cause.leave', { detail: detail.replace(/\d{4}-\d\d-\d\d/g, formatDate) }),
  import: (detail) => t('history.cause.import', { detail }),
  hand: (detail) => t('history.cause.hand', { detail }),
}

/** The cause of the change, where it was not the record's form. */
function causeText({ [causeName]: [, cause] = [null, null] }: Changes): string {
  if (!isRecord(cause)) return ''
  const detail = typeof cause.detail === 'string' ? cause.detail : ''
  return causes[toText(cause.source)]?.(detail) ?? detail
}

interface Props {
  section: Section
  entry: HistoryEntry
  /** The record's name, in a history of many. */
  children?: ReactNode
  /** Action on the version of this entry. */
  action?: ReactNode
}

/** One change: person, time, fields with old and new values, and its cause. */
export function Entry({ section, entry, children, action }: Props) {
  const cause = causeText(entry.changes)
  return (
    <li className="relative grid gap-2 text-sm before:absolute before:-start-[1.3125rem] before:top-1.5 before:size-2 before:rounded-full before:bg-border">
      <p className="flex flex-wrap items-baseline gap-x-2">
        {children}
        <span className={children ? '' : 'font-medium'}>
          {t(`history.${entry.action}`, { by: entry.created_by ?? t('history.system') })}
        </span>
        <time dateTime={entry.created_at} className="text-xs text-muted-foreground tabular-nums">
          {formatDateTime(entry.created_at)}
        </time>
        {cause && (
          <bdi className="text-xs text-muted-foreground tabular-nums" data-cause="">
            {cause}
          </bdi>
        )}
        {action}
      </p>
      <dl className="grid grid-cols-1 gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(8rem,12rem)_1fr]">
        {inOrder(section, entry.changes).map(([name, [from, to]]) => (
          <div key={name} className="grid grid-cols-1 gap-x-4 sm:col-span-2 sm:grid-cols-subgrid">
            <dt className="text-muted-foreground">{fieldLabel(name, fieldOf(section, name))}</dt>
            <dd className="min-w-0 break-words">
              <Change field={fieldOf(section, name)} from={from} to={to} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
