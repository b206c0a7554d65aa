import { cached } from '#console/kit/text/format.ts'

/** '09.12' of an instant, in WIB. */
export function formatClock(at: string): string {
  return cached('clock', (tag) => new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: 'Asia/Jakarta' })).format(new Date(at))
}
