/** The calendar that the business lives by: western Indonesia, +07:00 all year. */
import { DateTime, FixedOffsetZone } from 'luxon'

export const wibZone = FixedOffsetZone.instance(7 * 60)

/** Now, with the days and hours of WIB. */
export const wibNow = (now = Date.now()): DateTime => DateTime.fromMillis(now, { zone: wibZone })
