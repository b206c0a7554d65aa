import { describe, expect, it } from 'vitest'
import { afterQuietHours } from './quiet-hours.ts'
import { wibText } from './wib.ts'

const wake = (text: string) => wibText(afterQuietHours(new Date(`2026-11-26T${text}+07:00`)))

describe('afterQuietHours', () => {
  it('a moment of the day is kept', () => {
    for (const time of ['07:00:00', '12:30:15', '20:59:59']) expect(wake(time)).toBe(`2026-11-26T${time}+07:00`)
  })

  it('a moment of the night becomes 07:00', () => {
    for (const time of ['00:00:00', '06:59:59']) expect(wake(time)).toBe('2026-11-26T07:00:00+07:00')
    for (const time of ['21:00:00', '23:59:59']) expect(wake(time)).toBe('2026-11-27T07:00:00+07:00')
  })
})
