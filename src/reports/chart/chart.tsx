import { ChevronRight } from 'lucide-react'
import { type PointerEvent, useCallback, useId, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { cached } from '#console/kit/text/format.ts'
import { keyAction } from '#console/kit/text/keys.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { formatPoint, formatTick } from '../period-text.ts'
import { formatMeasure, headOf, type Named } from '../report-fields.ts'
import type { ChartPoints, Point } from '../report-queries.ts'
import { type ChartSize, columnsOf, heightOf, movedBy, pointAt, scaleOf, ticksOf } from './geometry.ts'

const numberOf = (point: Point | undefined, name: string) => Number(point?.[name] ?? 0)

/** '1.2 M' beside a line. */
const formatShort = (value: number) =>
  cached('short number', (tag) => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 })).format(value)

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

interface DrawingProps {
  chart: ChartPoints
  name: string
  /** The point that is read out, and whether a person looks for it. */
  shown: number
  isActive: boolean
  size: ChartSize
  scale: number
}

function Drawing({ chart: { points, previous, unit }, name, shown, isActive, size, scale }: DrawingProps) {
  const values = points.map((point) => numberOf(point, name))
  const before = (previous ?? []).slice(0, points.length).map((point) => numberOf(point, name))
  const lines = scaleOf([...values, ...before])
  const top = lines.at(-1) ?? 0
  const columns = columnsOf(values, top, size)
  const marked = isActive ? columns[shown] : undefined
  const place = size.width / Math.max(1, points.length)
  const ticks = ticksOf(points.length, size.width, 64 * scale)
  return (
    <svg aria-hidden="true" width={size.width} height={size.height} className="block">
      {lines.map((line) => {
        const y = heightOf(line, top, size)
        return (
          <g key={line}>
            <line x1={0} x2={size.width} y1={y} y2={y} className="stroke-border" />
            {line > 0 && (
              <text x={0} y={y - 4} className="fill-muted-foreground text-xs">
                {formatShort(line)}
              </text>
            )}
          </g>
        )
      })}
      {marked && <rect x={marked.middle - place / 2} width={place} y={0} height={size.height - size.foot} className="fill-muted" />}
      {columns.map(({ x, y, width, height }, index) => (
        <rect
          key={points[index]?.from}
          x={x}
          y={y}
          width={width}
          height={height}
          rx={Math.min(3, width / 4)}
          className={!isActive || shown === index ? 'fill-primary' : 'fill-primary/60'}
        />
      ))}
      {before.length > 0 && (
        <polyline
          points={columnsOf(before, top, { ...size, width: place * before.length })
            .map(({ middle, y }) => `${middle},${y}`)
            .join(' ')}
          className="fill-none stroke-muted-foreground [stroke-dasharray:4_3] [stroke-width:1.5]"
        />
      )}
      {ticks.map((tick) => {
        const point = points[tick]
        const middle = columns[tick]?.middle ?? 0
        const isFirst = tick === 0 && middle < 24 * scale
        return (
          point && (
            <text
              key={point.from}
              x={isFirst ? 0 : middle}
              y={size.height - 4}
              textAnchor={isFirst ? 'start' : 'middle'}
              className="fill-muted-foreground text-xs"
            >
              {formatTick(point, unit)}
            </text>
          )
        )
      })}
    </svg>
  )
}

interface ChartProps {
  chart: ChartPoints
  measure: Named
  /** How high it is, in rem. */
  rem: number
}

/** One measure over the period, drawn by ourselves: arrow keys read its points, and its rows are a table. */
export function Chart({ chart, measure, rem }: ChartProps) {
  const [at, setAt] = useState<number | null>(null)
  const [{ width, scale }, box] = useMeasured()
  const readout = useId()
  const [name, field] = measure
  const { points, previous, unit } = chart
  const label = headOf(measure)
  const shown =
    at ??
    Math.max(
      0,
      points.findLastIndex((each) => numberOf(each, name) > 0),
    )
  const [point, before] = [points[shown], previous?.[shown]]
  if (!point) return null
  const text = t(before ? 'report.pointCompared' : 'report.point', {
    at: formatPoint(point, unit),
    value: formatMeasure(point[name], field),
    before: before ? formatMeasure(before[name], field) : '',
  })
  const height = rem * 16 * scale
  const size: ChartSize = { width, height, foot: 22 * scale, top: 18 * scale }
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    setAt(pointAt(event.clientX - left, points.length, width))
  }
  return (
    <figure className="flex flex-col gap-3 p-4">
      <figcaption id={readout} className="flex min-h-11 flex-wrap items-baseline gap-x-3 text-sm">
        <bdi className="text-lg font-semibold tabular-nums">{formatMeasure(point[name], field)}</bdi>
        <span className="text-muted-foreground">{formatPoint(point, unit)}</span>
        {before && (
          <span className="inline-flex items-baseline gap-1.5 text-muted-foreground">
            <span aria-hidden="true" className="w-4 self-center border-t-2 border-dashed border-muted-foreground" />
            {t('report.before')} <bdi className="tabular-nums">{formatMeasure(before[name], field)}</bdi>
          </span>
        )}
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
        {width > 0 && <Drawing chart={chart} name={name} shown={shown} isActive={at !== null} size={size} scale={scale} />}
      </div>
      <PointTable chart={chart} name={name} field={field} label={label} />
    </figure>
  )
}

function PointTable({ chart, name, field, label }: { chart: ChartPoints; name: string; field: Field; label: string }) {
  const { points, previous, unit } = chart
  const head = 'py-2 text-xs font-medium text-muted-foreground'
  return (
    <details className="group text-sm print:hidden">
      <summary className="inline-flex min-h-control cursor-pointer items-center gap-1 rounded text-muted-foreground hover:text-foreground">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90 rtl:rotate-180" />
        {t('report.asTable')}
      </summary>
      <table className="w-full">
        <thead className="border-b">
          <tr>
            <th scope="col" className={`${head} pe-3 text-start`}>
              {t('report.period')}
            </th>
            <th scope="col" className={`${head} text-end`}>
              {label}
            </th>
            {previous && (
              <th scope="col" className={`${head} ps-3 text-end`}>
                {t('report.before')}
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-border/60">
          {points.map((point, index) => (
            <tr key={point.from}>
              <th scope="row" className="py-1.5 pe-3 text-start font-normal">
                {formatPoint(point, unit)}
              </th>
              <td className="py-1.5 text-end tabular-nums">
                <bdi>{formatMeasure(point[name], field)}</bdi>
              </td>
              {previous && (
                <td className="py-1.5 ps-3 text-end text-muted-foreground tabular-nums">
                  <bdi>{previous[index] ? formatMeasure(previous[index][name], field) : '–'}</bdi>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
