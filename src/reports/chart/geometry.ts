/** Where the parts of a chart are, in pixels from its top left corner. Columns stand on the lowest line and grow up. */
import type { KeyAction } from '#console/kit/text/keys.ts'

export interface ChartSize {
  width: number
  height: number
  /** Of the words below the columns. */
  foot: number
  /** Above the highest line, for its number. */
  top: number
}

/** 1, 2, 2.5 or 5 times a power of ten, whole and not smaller than `least`: counts have no halves. */
function roundStep(least: number): number {
  const power = Math.max(1, 10 ** Math.floor(Math.log10(least)))
  const steps = [1, 2, 2.5, 5, 10].map((each) => each * power)
  return steps.find((each) => Number.isInteger(each) && each >= least) ?? 10 * power
}

/** Values at the lines: 0 is one of them, and no value is above the last or below the first. */
export function scaleOf(values: readonly number[], lines = 3): number[] {
  const [min, max] = [Math.min(0, ...values), Math.max(0, ...values)]
  if (max === min) return [0]
  const step = roundStep((max - min) / lines)
  const first = Math.floor(min / step)
  return Array.from({ length: Math.ceil(max / step) - first + 1 }, (_, n) => (first + n) * step)
}

export interface Column {
  x: number
  y: number
  width: number
  height: number
  /** The middle of its place. */
  middle: number
}

/** A column for each value, all of one width with a gap between them. */
export function columnsOf(values: readonly number[], top: number, { width, height, foot, top: above }: ChartSize): Column[] {
  const place = width / Math.max(1, values.length)
  const bar = Math.max(1, Math.min(40, place * 0.68))
  const floor = height - foot
  return values.map((value, at) => {
    const tall = top === 0 ? 0 : (Math.max(0, value) / top) * (floor - above)
    const middle = place * (at + 0.5)
    return { x: middle - bar / 2, y: floor - tall, width: bar, height: tall, middle }
  })
}

/** How high a value is between the lowest line and the highest. */
export const heightOf = (value: number, top: number, { height, foot, top: above }: ChartSize, bottom = 0): number =>
  height - foot - (top === bottom ? 0 : ((value - bottom) / (top - bottom)) * (height - foot - above))

/** A line through all values, each in the middle of its place. */
export const lineOf = (values: readonly number[], top: number, size: ChartSize, bottom = 0): string =>
  values
    .map((value, at) => `${((size.width / values.length) * (at + 0.5)).toFixed(1)},${heightOf(value, top, size, bottom).toFixed(1)}`)
    .join(' ')

/** The points that have words below them: as many as fit, evenly apart, the first one among them. */
export function ticksOf(count: number, width: number, wordWidth: number): number[] {
  const fit = Math.max(1, Math.floor(width / wordWidth))
  const step = Math.max(1, Math.ceil(count / fit))
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step)
}

/** The point that lies under a place of the chart. */
export const pointAt = (x: number, count: number, width: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor((x / Math.max(1, width)) * count)))

/** Returns the point that an action of the keys leads to, within the chart. Time runs from left to right in every language. */
export function movedBy(action: KeyAction<'chart'>, at: number, count: number): number {
  const page = Math.max(1, Math.round(count / 4))
  const target = { next: at + 1, previous: at - 1, forward: at + page, back: at - page, first: 0, last: count - 1 }[action]
  return Math.min(count - 1, Math.max(0, target))
}
