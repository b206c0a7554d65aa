import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createStore, useStore } from '#console/data/base/store.ts'
import { isCached } from '#console/data/cache/cached.ts'
import { usePendingCounts } from '#console/data/query/pending-counts.ts'
import { listOptions } from '#console/data/query/queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { toneClass, toneOf } from '#console/kit/text/tone.ts'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import { leadStatuses } from '#contract/choices/options.ts'
import { filterValues, type ListQuery, withFilter } from '#contract/kit/field/list-query.ts'
import type { Tone } from '#contract/kit/field/tone.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { AssignmentFilter } from './assignment-filter.tsx'
import { asksDue, toggleDue } from './follow-up.ts'

interface Props {
  query: ListQuery
  onQuery: (query: ListQuery) => void
}

/** All leads have been cached on this device since the page was loaded. */
export const leadsCachedStore = createStore(false)

const chipClass =
  'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm whitespace-nowrap text-muted-foreground hover:bg-muted hover:text-foreground aria-pressed:border-transparent aria-pressed:font-medium touch:h-11 [&_svg]:size-3.5'

interface CountProps {
  query: ListQuery
  status: string
  pending: number
  cached: boolean
  /** The count arrived and widened the chip. */
  onShown: () => void
}

/** Number of leads with a status under the other filters. Only counted on the device: nine requests would be too many. */
function StatusCount({ query, status, pending, cached, onShown }: CountProps) {
  const { data } = useQuery({
    ...listOptions(leads, { ...withFilter(query, 'status', [status]), size: 1, sort: null }),
    enabled: cached,
    // Must not replace a page that a person read in the persisted cache.
    meta: {},
  })
  const isShown = cached && data !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the number is there
  useEffect(() => {
    if (isShown) onShown()
  }, [isShown])
  return isShown ? <span className="tabular-nums">{formatNumber(Math.max(0, data.total_record + pending))}</span> : null
}

/** Scrolls only the row of chips, if the first selected one is not fully visible. */
function showPressed(row: HTMLElement | null): void {
  const chip = row?.querySelector('[aria-pressed=true]')
  if (!row || !chip) return
  const [seen, own] = [row.getBoundingClientRect(), chip.getBoundingClientRect()]
  if (own.left < seen.left || own.right > seen.right) row.scrollLeft += own.left + own.width / 2 - (seen.left + seen.width / 2)
}

/** Chips for what is due, and for each status with its count: a line above the leads, on a phone in the sheet with the assignee. */
export function QuickFilters({ query, onQuery }: Props) {
  const phone = usePhone()
  const cached = useStore(leadsCachedStore) || isCached('leads')
  const pending = usePendingCounts(
    leads,
    leadStatuses.map((status) => withFilter(query, 'status', [status])),
  )
  const statuses = filterValues(query, 'status')
  const isDue = asksDue(query)
  const toggle = (status: string) =>
    onQuery(withFilter(query, 'status', statuses.includes(status) ? statuses.filter((each) => each !== status) : [...statuses, status]))
  const chips = useRef<HTMLDivElement>(null)
  const chosen = statuses.join()
  const show = () => showPressed(chips.current)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice may lie out of sight
  useEffect(show, [chosen])
  const pressed = (tone: Tone, on: boolean) => (on ? `${chipClass} ${toneClass[tone]}` : chipClass)
  return (
    <fieldset className={phone ? 'flex flex-col gap-3' : 'min-w-0 pb-3'}>
      <legend className="sr-only">{t('leads.quick')}</legend>
      {phone && <AssignmentFilter query={query} onQuery={onQuery} />}
      <div ref={chips} className={phone ? 'flex flex-wrap gap-1.5' : 'flex gap-1.5 overflow-x-auto px-4 [scrollbar-width:none]'}>
        <button type="button" aria-pressed={isDue} className={pressed('warning', isDue)} onClick={() => onQuery(toggleDue(query))}>
          <CalendarClock aria-hidden="true" />
          {t('leads.dueNow')}
        </button>
        {leadStatuses.map((status, index) => {
          const on = statuses.includes(status)
          return (
            <button key={status} type="button" aria-pressed={on} className={pressed(toneOf(status), on)} onClick={() => toggle(status)}>
              <span aria-hidden="true" className={`${toneClass[toneOf(status)]} bg-transparent!`}>
                <span className="block size-1.5 rounded-full bg-current" />
              </span>
              {choiceLabel(status)}
              <StatusCount query={query} status={status} pending={pending[index] ?? 0} cached={cached} onShown={show} />
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
