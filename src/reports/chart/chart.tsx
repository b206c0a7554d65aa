import { type PointerEvent, useCallback, useId, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { keyAction } from '#console/kit/text/keys.ts'
import { formatPoint } from '../period-text.ts'
import { formatMeasure, headOf, type Named } from '../report-fields.ts'
import type { ChartPoints } from '../report-queries.ts'
import { Drawing, numberOf } from './drawing.tsx'
import { type ChartSize, movedBy, pointAt } from './geometry.ts'
import { PointTable } from './point-table.tsx'

interface Measured {
  width: number
  /** Of letters, by the person's setting: 1 is 16 px. */
  scale: number
}

/** The width of an element and the size of letters, as they change. */
function useMeasured(): [measured: Measured, ref: (element: HTMLElement | null) => (() => void) | undefined] {
  const [measured, setMeasured] = useState<Measured>({ width: 0, scale: 1 })
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => {
      const scale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
      setMeasured({ width: element.clientWidth, scale })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [measured, ref]
}

export interface ChartProps {
  chart: ChartPoints
  measure: Named
  /** How high it is, in rem. */
  rem: number
  /** The name of what stands beside it, of the same days; otherwise that is the period before. Both are lines then. */
  beside?: string | undefined
}

/** One measure over the period, drawn by ourselves: arrow keys read its points, and its rows are a table. */
export function Chart({ chart, measure, rem, beside }: ChartProps) {
  const [at, setAt] = useState<number | null>(null)
  const [{ width, scale }, box] = useMeasured()
  const readout = useId()
  const [name, field] = measure
  const { points, previous, unit } = chart
  const label = headOf(measure)
  const isLine = beside !== undefined
  const shown = at ?? Math.max(0, isLine ? points.length - 1 : points.findLastIndex((each) => numberOf(each, name) > 0))
  const [point, other] = [points[shown], previous?.[shown]]
  if (!point) return null
  const value = formatMeasure(point[name], field)
  const values = {
    at: formatPoint(point, unit),
    value,
    before: other ? formatMeasure(other[name], field) : '',
    label,
    beside: beside ?? '',
  }
  const text = t(other ? (isLine ? 'report.pointBeside' : 'report.pointCompared') : 'report.point', values)
  const height = rem * 16 * scale
  const size: ChartSize = { width, height, foot: 22 * scale, top: 18 * scale }
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    setAt(pointAt(event.clientX - left, points.length, width))
  }
  return (
    <figure className="flex flex-col gap-3 p-4">
      <figcaption id={readout} className="flex min-h-11 flex-wrap items-baseline gap-x-3 text-sm">
        {isLine && (
          <span className="inline-flex items-baseline gap-1.5">
            <span aria-hidden="true" className="w-4 self-center border-t-2 border-primary" />
            {label}
          </span>
        )}
        <bdi dir="ltr" className="text-lg font-semibold tabular-nums">
          {value}
        </bdi>
        {other && isLine && <Beside label={values.beside} value={values.before} />}
        <span className="text-muted-foreground">{values.at}</span>
        {other && !isLine && <Beside label={t('report.before')} value={values.before} />}
      </figcaption>
      <div
        ref={box}
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={t('report.over', { measure: label })}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={shown + 1}
        aria-valuetext={text}
        className="w-full touch-pan-y rounded-md focus-visible:outline-2 focus-visible:outline-offset-4 focus-visible:outline-ring"
        style={{ height }}
        onKeyDown={(event) => {
          const action = keyAction('chart', event)
          if (action === null) return
          event.preventDefault()
          setAt(movedBy(action, shown, points.length))
        }}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
      >
        {width > 0 && (
          <Drawing chart={chart} name={name} field={field} isLine={isLine} shown={shown} isActive={at !== null} size={size} scale={scale} />
        )}
      </div>
      <PointTable chart={chart} name={name} field={field} label={label} beside={beside ?? t('report.before')} isLine={isLine} />
    </figure>
  )
}

const Beside = ({ label, value }: { label: string; value: string }) => (
  <span className="inline-flex items-baseline gap-1.5 text-muted-foreground">
    <span aria-hidden="true" className="w-4 self-center border-t-2 border-dashed border-muted-foreground" />
    {label}{' '}
    <bdi dir="ltr" className="tabular-nums">
      {value}
    </bdi>
  </span>
)
