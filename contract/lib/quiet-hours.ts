/** Hours in which a push does not ring (docs/product/push-and-app.md#quiet-hours): from 21:00 to 07:00 in WIB. */
import { addDays, wibDay, wibText } from './wib.ts'

export const quietFrom = 21
export const quietUntil = 7

/** Returns the first moment outside the quiet hours, from this one on. */
export function afterQuietHours(moment: Date): Date {
  const hour = Number(wibText(moment).slice(11, 13))
  if (hour >= quietUntil && hour < quietFrom) return moment
  const day = wibDay(moment)
  return new Date(`${hour < quietUntil ? day : addDays(day, 1)}T${String(quietUntil).padStart(2, '0')}:00:00+07:00`)
}
