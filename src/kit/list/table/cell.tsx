import { type ReactNode, Suspense } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { ChoiceBadge } from '../../parts/choice-badge.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { runsLeftToRight } from '../../text/direction.ts'
import { formatDate, formatDateTime, formatMonth, formatNumber, formatPercent, formatRupiah } from '../../text/format.ts'
import { choiceLabel, flagLabel } from '../../text/labels.ts'
import { showPhone } from '../../text/phone.ts'
import { ReferenceNames, Thumbnail } from '../deferred-parts.ts'
import type { Column } from '../query/columns.ts'

/** Rich texts are shown as plain text; no tags get into the page. */
const plain = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''

const Chips = ({ labels }: { labels: readonly string[] }) => (
  <span className="inline-flex max-w-full gap-1 overflow-hidden align-middle">
    {labels.slice(0, 3).map((label) => (
      <span key={label} dir="auto" className="truncate rounded bg-muted px-1.5 py-0.5 text-xs text-foreground">
        {label}
      </span>
    ))}
    {labels.length > 3 && <span className="self-center text-xs text-muted-foreground">+{labels.length - 3}</span>}
  </span>
)

const rowName = (entry: unknown): string => {
  if (typeof entry !== 'object' || entry === null) return toText(entry)
  const named = Object.entries(entry).find(([key, value]) => key.endsWith('name') && typeof value === 'string' && value)
  return named ? String(named[1]) : ''
}

const empty = <span className="text-muted-foreground">–</span>

/** Cell of a column: its own, or the one of its field's kind. */
export function cellOf(column: Column, row: AnyRow): ReactNode {
  if (column.cell) return column.cell(row) || empty
  const value = row[column.name]
  const { field, joined } = column
  // While a change of the reference waits, its name is unknown.
  if (joined && value && row[joined.name] != null) return cellOf(joined, row)
  if (field?.emptyDate && typeof value === 'string' && value.startsWith(field.emptyDate.slice(0, 10)))
    return field.emptyShown === 'blank' ? empty : t('list.alwaysShow')
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)) {
    // A price that is not there is no price of 0.
    return field?.kind === 'money' && !field.min ? formatRupiah(0) : empty
  }
  switch (field?.kind) {
    case 'flag':
      return <StatusBadge value={value} label={flagLabel(value, field)} tone={value ? 'good' : 'neutral'} />
    case 'choice':
      return field.tones || column.name === 'status' ? <ChoiceBadge value={value} field={field} /> : choiceLabel(value, field)
    case 'choices':
      return Array.isArray(value) ? <Chips labels={value.map((each) => choiceLabel(each, field))} /> : null
    case 'tags':
      return Array.isArray(value) ? <Chips labels={value.map(String)} /> : null
    case 'rows':
    case 'files':
      return Array.isArray(value) ? <Chips labels={value.map(rowName).filter(Boolean)} /> : null
    case 'reference':
    case 'references':
      return (
        <Suspense>
          <ReferenceNames source={field.to ?? ''} values={Array.isArray(value) ? value : [value]} />
        </Suspense>
      )
    case 'date':
      return formatDate(toText(value))
    case 'dateTime':
      return formatDateTime(toText(value))
    case 'month':
      return formatMonth(toText(value))
    case 'money':
      return formatRupiah(Number(value))
    case 'number':
      return formatNumber(Number(value))
    case 'percent':
      return formatPercent(Number(value))
    case 'richText':
      return plain(toText(value))
    case 'colour':
      return (
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="size-4 rounded-full border" style={{ backgroundColor: toText(value) }} />
          <bdi dir="ltr">{toText(value)}</bdi>
        </span>
      )
    default:
      if (field && isFile(field.kind) && typeof value === 'object')
        return field.kind === 'image' ? (
          <Suspense fallback={<span className="block size-9" />}>
            <Thumbnail value={value} />
          </Suspense>
        ) : (
          rowName(value)
        )
      return (
        <bdi className="truncate" {...(runsLeftToRight(field?.kind) && { dir: 'ltr' })}>
          {field?.kind === 'phone' ? showPhone(toText(value)) : toText(value)}
        </bdi>
      )
  }
}
