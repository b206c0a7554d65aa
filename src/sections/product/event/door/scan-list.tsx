import { TriangleAlert, Undo2 } from 'lucide-react'
import { doubleAdmissions } from '#console/data/door/answer.ts'
import type { DoorPerson, Scan } from '#console/data/door/kept-door.ts'
import { getDevice } from '#console/data/door/this-gate.ts'
import type { OutboxRow } from '#console/data/query/outbox-store.ts'
import { t } from '#console/i18n/i18n.ts'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { formatNumber } from '#console/kit/text/format.ts'
import { formatClock } from '#console/kit/text/format-more.ts'
import { refusalText } from '#console/kit/text/refusal-text.ts'
import { Button } from '#console/ui/button.tsx'
import { type Admission, standingAdmissions } from '#contract/lib/admission.ts'
import { placeOf } from './answer-panel.tsx'

const lastShown = 10

interface ScansProps {
  scans: readonly Scan[]
  rows: readonly OutboxRow[]
  nameOf: (ref: string) => string
  marksOf: (ref: string) => readonly Admission[]
  onUndo: (scan: Scan) => void
}

/** What was marked here last, with what became of it. */
export function ScanList({ scans, rows, nameOf, marksOf, onUndo }: ScansProps) {
  const waiting = new Map(rows.map((row) => [row.id, row]))
  const latest = new Map<string, Scan>()
  for (const scan of scans) if (!latest.has(scan.ref)) latest.set(scan.ref, scan)
  return (
    <section className="grid gap-2">
      <h2 className="text-sm font-medium">{t('door.last')}</h2>
      {scans.length === 0 && <p className="text-sm text-muted-foreground">{t('door.none')}</p>}
      <ol className="divide-y rounded-lg border empty:hidden">
        {scans.slice(0, lastShown).map((scan) => {
          const row = waiting.get(scan.id)
          const name = scan.name || nameOf(scan.ref) || t('door.someone')
          const others = standingAdmissions(marksOf(scan.ref)).filter(({ device }) => device !== getDevice())
          return (
            <li key={scan.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
              <time dateTime={scan.at} className="text-muted-foreground tabular-nums">
                {formatClock(scan.at)}
              </time>
              <span className="min-w-0 flex-1 break-words font-medium">
                <bdi>{name}</bdi>
              </span>
              {!scan.attended && <StatusBadge value="false" label={t('door.undone')} tone="neutral" />}
              {scan.isNew && scan.attended && <StatusBadge value="new" label={t('door.new')} tone="info" />}
              {scan.attended && latest.get(scan.ref) === scan && (
                <Button size="small" aria-label={t('door.undo.of', { name })} onClick={() => onUndo(scan)}>
                  <Undo2 aria-hidden="true" />
                  {t('door.undo')}
                </Button>
              )}
              {row && row.state !== 'parked' && <p className="w-full text-xs text-muted-foreground">{t('door.waits')}</p>}
              {row?.state === 'parked' && (
                <p className="w-full text-xs text-danger-text">
                  {t('door.refused', { reason: row.lastError ? refusalText(row.lastError) : '' })}
                </p>
              )}
              {scan.attended && others[0] && (
                <p className="w-full text-xs text-warning-text">
                  {t('door.also', { time: formatClock(others[0].at), place: placeOf(others[0].gate, false) })}
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

interface Double {
  ref: string
  name: string
  first: Admission
  again: readonly Admission[]
}

/** People whom more than one device admitted. */
export function findDoubles(people: Iterable<DoorPerson>, marksOf: (ref: string) => readonly Admission[]): Double[] {
  return Array.from(people).flatMap(({ ref, name }) => {
    const marks = marksOf(ref)
    const again = doubleAdmissions(marks)
    const [first] = standingAdmissions(marks)
    return first && again.length ? [{ ref, name, first, again }] : []
  })
}

/** Tickets that were admitted on more than one device, while these did not know of each other. */
export function Doubles({ doubles }: { doubles: readonly Double[] }) {
  if (!doubles.length) return null
  const place = ({ gate, device }: Admission) => placeOf(gate, device === getDevice())
  return (
    <section className="grid gap-2" data-doubles>
      <h2 role="status" className="flex gap-2 text-sm font-medium text-warning-text">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {t('door.doubles', { count: doubles.length, shown: formatNumber(doubles.length) })}
      </h2>
      <ul className="divide-y rounded-lg border">
        {doubles.slice(0, 50).map(({ ref, name, first, again }) => (
          <li key={ref} className="grid gap-0.5 px-3 py-2 text-sm">
            <span className="break-words font-medium">
              <bdi>{name}</bdi>
            </span>
            {[first, ...again].map((mark, at) => (
              <span key={`${mark.at} ${mark.device}`} className="text-xs text-muted-foreground">
                {t(at === 0 ? 'door.first' : 'door.again', { time: formatClock(mark.at), place: place(mark) })}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
