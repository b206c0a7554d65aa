/** '5 minutes ago' in the person's language, for lazily loaded screens: the calendar (luxon) is not for the first row. */

import { DateTime } from 'luxon'
import { serverNow } from '#console/data/base/server-clock.ts'
import { getLocale } from '#console/i18n/i18n.ts'

/** `at`: ISO 8601; '' when it is invalid. Digits are Latin in every language, as everywhere in the console. */
export function relativeTime(at: string, now = serverNow()): string {
  const moment = DateTime.fromISO(at).reconfigure({ locale: getLocale(), numberingSystem: 'latn' })
  return moment.toRelative({ base: DateTime.fromMillis(now) }) ?? ''
}
