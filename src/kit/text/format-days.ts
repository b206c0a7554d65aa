import { formatDate } from './format.ts'

/** The days of a filter of a report, '2026-05-01..2026-05-31/3' of the third person: '1 May 2026 – 31 May 2026'; other texts as they are. */
export function formatDays(value: string): string {
  const [, from, to] = /^(\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d))?(?:\/\d+)?$/.exec(value) ?? []
  if (!from) return value
  return to && to !== from ? `${formatDate(from)} – ${formatDate(to)}` : formatDate(from)
}
