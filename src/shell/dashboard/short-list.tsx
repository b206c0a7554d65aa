import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Products } from '#console/commerce/products.tsx'
import { alertAddress } from '#console/data/outbox/store/alert-text.ts'
import { listOptions } from '#console/data/query/queries.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { useLive } from '#console/data/start/live.ts'
import { t } from '#console/i18n/i18n.ts'
import { makeColumn } from '#console/kit/list/query/columns.ts'
import { cellOf } from '#console/kit/list/table/cell.tsx'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import { formatNumber, formatPercent, formatRupiah } from '#console/kit/text/format.ts'
import { formatDay } from '#console/kit/text/format-more.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { recordPath } from '#console/kit/text/section-link.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { type AnyRow, fieldOf, type Section } from '#contract/kit/section/section.ts'
import { PathLink } from '../base/path-link.tsx'
import type { CardQuery, ListCard, ListCardName } from './cards.ts'
import { listHref } from './list-href.ts'
import { nearestLevel } from './nearest-level.ts'
import { RowPhone } from './row-phone.tsx'

const shown = 5

const shareOf = ({ achieved, target }: AnyRow) =>
  Number(target) > 0 ? Math.min(100, Math.floor((Number(achieved ?? 0) * 100) / Number(target))) : 0

/** How much of a reward's target is reached. */
function RewardShare({ row }: { row: AnyRow }) {
  const share = shareOf(row)
  return (
    <span className="flex w-20 shrink-0 flex-col items-end gap-1 text-xs tabular-nums">
      <bdi>{formatPercent(share)}</bdi>
      <span aria-hidden="true" className="h-1.5 w-full overflow-hidden rounded-full bg-muted">
        <span className="block h-full rounded-full bg-primary" style={{ width: `${share}%` }} />
      </span>
    </span>
  )
}

function rewardAmounts({ metric, achieved, target }: AnyRow): string {
  const format = metric === 'revenue' ? formatRupiah : formatNumber
  return `\u2066${format(Number(achieved ?? 0))} / ${format(Number(target))}\u2069`
}

/** What stands beside the fields of a row, or in place of its end. */
const ends: Partial<Record<ListCardName, (row: AnyRow) => ReactNode>> = {
  rewards: (row) => <RewardShare row={row} />,
}
const notes: Partial<Record<ListCardName, (row: AnyRow) => ReactNode>> = {
  rewards: rewardAmounts,
  'near-levels': nearestLevel,
  'ending-memberships': ({ products }) => <Products value={products} empty={null} />,
}

/** A value at the end of a row; on a phone a moment is its day, so that titles have room. */
function End({ row, name, section }: { row: AnyRow; name: string; section: Section }) {
  const whole = cellOf(makeColumn(section, name), row)
  const at = fieldOf(section, name)?.kind === 'dateTime' ? toText(row[name]) : ''
  return (
    <span className="shrink-0 text-end tabular-nums">
      {at && <span className="sm:hidden">{formatDay(at)}</span>}
      <span className={at && 'max-sm:hidden'}>{whole}</span>
    </span>
  )
}

const titleOfRow = (card: ListCard, row: AnyRow) => card.titles.map((name) => toText(row[name])).find(Boolean) ?? ''

function Row({ section, card, row }: { section: Section; card: ListCard; row: AnyRow }) {
  const cell = (name: string) => {
    const drawn = cellOf(makeColumn(section, name), row)
    return typeof drawn === 'string' ? drawSentence(drawn) : drawn
  }
  const title = titleOfRow(card, row)
  const details = card.details.filter((name) => row[name] != null && row[name] !== '' && row[name] !== title)
  const note = notes[card.name]?.(row)
  return (
    <>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block w-fit max-w-full truncate font-medium">
          {title || '–'}
        </span>
        {(details.length > 0 || note) && (
          <span className="flex min-w-0 gap-x-2 overflow-hidden text-xs text-muted-foreground tabular-nums">
            {details.map((name) => (
              <span key={name} dir="auto" className={`min-w-0 truncate ${note ? '@max-xs:hidden' : ''}`}>
                {cell(name)}
              </span>
            ))}
            {note && <span className={`shrink-0 font-medium ${card.name === 'near-levels' ? 'text-warning-text' : ''}`}>{note}</span>}
          </span>
        )}
      </span>
      {ends[card.name]?.(row) ?? (card.end && <End row={row} name={card.end} section={section} />)}
    </>
  )
}

/** Path of what a row opens: a chat in its inbox, else its record. */
function hrefOf({ section, opens }: ListCard, row: AnyRow, mayEdit: boolean): string {
  if (section === 'chat-platform') return alertAddress('room', row.ref)
  if (section === 'tanya-saham') return alertAddress('question', row.ref)
  return opens ? recordPath(opens.section, toText(row[opens.by]), false) : recordPath(section, row.ref, mayEdit)
}

interface Props {
  section: Section
  card: ListCard
  query: CardQuery
}

/** The first records of a filtered list, their number, and a link to the list. */
export function ShortList({ section, card, query }: Props) {
  const { name, icon: Icon, at } = card
  useLive([section.name, ...(card.follows ?? [])], queryKeys.lists(section.name))
  const { data, isError, isPaused } = useQuery(listOptions(section, { ...firstPage, ...query, size: shown }))
  // It can wait for the network before failing.
  const isUnknown = !data && (isError || isPaused)
  const mayEdit = useMay(section).update && section.actions.includes('update')
  const total = data?.total_record ?? 0
  const title = t(`dashboard.card.${name}`)
  return (
    <Card aria-labelledby={name} data-card={name}>
      <CardHeader title={<span id={name}>{total ? `${title}: ${formatNumber(total)}` : title}</span>}>
        {total > 0 && (
          <PathLink href={listHref(section.name, query, at)} className={buttonClass({ variant: 'ghost', size: 'small' })}>
            {t('dashboard.showAll')}
          </PathLink>
        )}
      </CardHeader>
      {!data && !isUnknown && (
        <div className="grid gap-3 p-4">
          {[0, 1, 2].map((line) => (
            <Skeleton key={line} className="h-9" />
          ))}
        </div>
      )}
      {(data ? total === 0 : isUnknown) && (
        <p className="flex items-center gap-3 px-4 py-6 text-sm text-muted-foreground">
          <Icon aria-hidden="true" className="size-5 shrink-0" />
          {isUnknown ? t('dashboard.unknown') : t(`dashboard.none.${name}`)}
        </p>
      )}
      <ul className="@container divide-y divide-border/60">
        {data?.data.map((row) => (
          <li key={row.ref ?? row.id} className="flex items-center">
            <PathLink
              href={hrefOf(card, row, mayEdit)}
              className="flex min-h-13 min-w-0 flex-1 items-center gap-3 px-4 py-2 text-sm transition-colors hover:bg-muted"
            >
              <Row section={section} card={card} row={row} />
            </PathLink>
            {card.phone && <RowPhone phone={row[card.phone]} name={titleOfRow(card, row)} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}
