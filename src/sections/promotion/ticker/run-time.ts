import { formatUnit } from '#console/kit/text/format-more.ts'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Formats seconds in their two largest units, such as '3 days 4 hr'. */
export function formatRunTime(seconds: number): string {
  const from = Math.max(
    0,
    units.findIndex(([, length]) => seconds >= length),
  )
  let rest = seconds
  const parts = units.slice(seconds ? from : 2, seconds ? from + 2 : 3).flatMap(([unit, length], at) => {
    const count = Math.floor(rest / length)
    rest -= count * length
    return count || at === 0 ? [formatUnit(count, unit)] : []
  })
  return parts.join(' ')
}
