/** Calendar of the business: western Indonesia, +07:00 all year. */
import { FixedOffsetZone } from 'luxon'

export const wibZone = FixedOffsetZone.instance(7 * 60)
