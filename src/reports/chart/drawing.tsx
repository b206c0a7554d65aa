import { formatShort } from '#console/kit/text/format-more.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { formatTick, formatTickOfLine } from '../period-text.ts'
import type { ChartPoints, Point } from '../report-queries.ts'
import { type ChartSize, columnsOf, heightOf, lineOf, scaleOf, ticksOf } from './geometry.ts'

export const numberOf = (point: Point | undefined, name: string) => Number(point?.[name] ?? 0)

/** '1.2 M' beside a line. */
const shortText = (value: number, { kind }: Field) => (kind === 'percent' ? `${formatShort(value)} %` : formatShort(value))

interface DrawingProps {
  chart: ChartPoints
  name: string
  field: Field
  /** Drawn as a line, below 0 too; columns otherwise. */
  isLine: boolean
  /** The point that is read out, and whether a person looks for it. */
  shown: number
  isActive: boolean
  size: ChartSize
  scale: number
}

const dashed = 'fill-none stroke-muted-foreground [stroke-dasharray:4_3] [stroke-width:1.5]'

export function Drawing({ chart: { points, previous, unit }, name, field, isLine, shown, isActive, size, scale }: DrawingProps) {
  const read = (point: Point) => (isLine ? numberOf(point, name) : Math.max(0, numberOf(point, name)))
  const values = points.map(read)
  const before = (previous ?? []).slice(0, points.length).map(read)
  const lines = scaleOf([...values, ...before])
  const [bottom, top] = [lines[0] ?? 0, lines.at(-1) ?? 0]
  const place = size.width / Math.max(1, points.length)
  const middleOf = (at: number) => place * (at + 0.5)
  const ticks = ticksOf(points.length, size.width, (isLine ? 88 : 64) * scale)
  const isShown = isActive && points[shown] !== undefined
  return (
    <svg aria-hidden="true" width={size.width} height={size.height} className="block">
      {lines.map((line) => {
        const y = heightOf(line, top, size, bottom)
        return (
          <g key={line}>
            <line x1={0} x2={size.width} y1={y} y2={y} className={line === 0 && bottom < 0 ? 'stroke-muted-foreground' : 'stroke-border'} />
            {line !== 0 && (
              <text x={0} y={y - 4} className="fill-muted-foreground text-xs">
                {shortText(line, field)}
              </text>
            )}
          </g>
        )
      })}
      {isShown && (
        <rect
          x={middleOf(shown) - Math.max(1, place) / 2}
          width={Math.max(1, place)}
          y={0}
          height={size.height - size.foot}
          className={isLine ? 'fill-muted-foreground/40' : 'fill-muted'}
        />
      )}
      {isLine ? (
        <polyline points={lineOf(values, top, size, bottom)} className="fill-none stroke-primary [stroke-width:2]" />
      ) : (
        columnsOf(values, top, size).map(({ x, y, width, height }, index) => (
          <rect
            key={points[index]?.from}
            x={x}
            y={y}
            width={width}
            height={height}
            rx={Math.min(3, width / 4)}
            className={!isActive || shown === index ? 'fill-primary' : 'fill-primary/60'}
          />
        ))
      )}
      {before.length > 0 && <polyline points={lineOf(before, top, { ...size, width: place * before.length }, bottom)} className={dashed} />}
      {isShown && isLine && (
        <circle cx={middleOf(shown)} cy={heightOf(values[shown] ?? 0, top, size, bottom)} r={4} className="fill-primary" />
      )}
      {ticks.map((tick) => {
        const point = points[tick]
        const isFirst = tick === 0 && middleOf(0) < 24 * scale
        return (
          point && (
            <text
              key={point.from}
              x={isFirst ? 0 : middleOf(tick)}
              y={size.height - 4}
              textAnchor={isFirst ? 'start' : 'middle'}
              className="fill-muted-foreground text-xs"
            >
              {isLine ? formatTickOfLine(point, points) : formatTick(point, unit)}
            </text>
          )
        )
      })}
    </svg>
  )
}
