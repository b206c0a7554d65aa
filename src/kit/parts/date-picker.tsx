import { type DPUserConfig, useDatePicker } from '@rehookify/datepicker'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { serverDate } from '#console/data/base/server-clock.ts'
import { getLocale, t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Select } from '#console/ui/select.tsx'
import { directionOf } from '#contract/choices/languages.ts'
import { addDays, daysBetween, daysInMonth, dayText, weekdayOf, wibDay } from '#contract/lib/wib.ts'
import { formatDate, formatMonth } from '../text/format.ts'
import { type KeyAction, keyAction } from '../text/keys.ts'
import { type DateKind, readTypedDate } from '../text/typed-date.ts'

interface Props {
  kind: DateKind
  value: string
  /** First day that may be chosen; '' for any. */
  min: string
  isPlan: boolean
  onPick: (value: string) => void
  onClose: () => void
}

/** When a moment has no time yet. */
const morning = '09:00'

/** Dates take years before 100 for those of the last century, so a calendar cannot show them. */
const [firstDay, lastDay] = ['1900-01-01', '9999-12-31']

const toLocal = (day: string) => new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)))
const toDay = (date: Date) => dayText(date.getFullYear(), date.getMonth() + 1, date.getDate()) ?? ''
const pad = (number: number) => String(number).padStart(2, '0')

/** The same day of another month, or its last one. */
function addMonths(day: string, months: number): string {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const [year, month] = [Math.floor(at / 12), (at % 12) + 1]
  return dayText(year, month, Math.min(Number(day.slice(8, 10)), daysInMonth(year, month))) ?? day
}

const latest = (...days: string[]) => days.toSorted().at(-1) ?? ''

/** Days that an arrow moves by, in the direction of the language; null for other keys. */
function stepOf(action: KeyAction<'calendar'> | null): number | null {
  const forward = directionOf(getLocale()) === 'rtl' ? -1 : 1
  const steps: Readonly<Record<string, number>> = { right: forward, left: -forward, down: 7, up: -7 }
  return action && (steps[action] ?? null)
}

function Turn({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <Button variant="quiet" size="smallIcon" repeats aria-label={label} className="rtl:rotate-180" onClick={onPress}>
      {children}
    </Button>
  )
}

/** A calendar of one month, or the months of one year, in the language of the console; today is that of WIB. */
export function DatePicker({ kind, value, min, isPlan, onPick, onClose }: Props) {
  const today = wibDay(serverDate())
  const read = readTypedDate(value, kind) ?? ''
  const chosen = kind === 'month' && read ? `${read}-01` : read.slice(0, 10)
  const earliest = latest(min, firstDay)
  // What is set ahead begins at today where its day is past.
  const isOver = isPlan && chosen < today
  const [cursor, setCursor] = useState(chosen >= earliest && !isOver ? chosen : latest(earliest, today))
  const grid = useRef<HTMLDivElement>(null)
  const hasMoved = useRef(true)
  const isMonths = kind === 'month'
  const config: DPUserConfig = {
    selectedDates: chosen ? [toLocal(chosen)] : [],
    onDatesChange: () => undefined,
    offsetDate: toLocal(cursor),
    calendar: { startDay: 1 },
    locale: { locale: getLocale(), weekday: getLocale() === 'ar' ? 'narrow' : 'short', monthName: 'short' },
    dates: { ...(min && { minDate: toLocal(min) }) },
  }
  const { data } = useDatePicker(config)
  // Keys would end on a day that cannot be focused.
  const goTo = (next: (day: string) => string) => setCursor((day) => latest(next(day), earliest))
  const turn = (months: number) => goTo((day) => addMonths(day, months))

  // Keys begin at the chosen day.
  useEffect(() => {
    if (!hasMoved.current) return
    hasMoved.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${cursor}"]`)?.focus()
  }, [cursor])

  function move(event: KeyboardEvent) {
    const action = keyAction('calendar', event)
    const step = stepOf(action)
    const months = action === 'nextMonth' ? 1 : action === 'previousMonth' ? -1 : 0
    if (step === null && !months) return
    event.preventDefault()
    hasMoved.current = true
    goTo((day) => (months ? addMonths(day, months) : addDays(day, Math.min(step ?? 0, daysBetween(day, lastDay)))))
  }

  function pick(next: string) {
    onPick(next)
    onClose()
  }

  function pickDay(day: string) {
    setCursor(day)
    if (kind === 'date') pick(day)
    else onPick(`${day}T${read.slice(11) || morning}`)
  }

  const plans = [
    { label: t('kit.tomorrowMorning'), day: addDays(today, 1) },
    { label: t('kit.inThreeDays'), day: addDays(today, 3) },
    { label: t('kit.nextWeek'), day: addDays(today, 7 - weekdayOf(today)) },
  ]
  return (
    <div className="flex flex-col gap-2">
      {isPlan && kind === 'dateTime' && (
        <div className="flex flex-wrap gap-2">
          {plans.map(({ label, day }) => (
            <Button key={label} size="small" onClick={() => pick(`${day}T${morning}`)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <div className="flex items-center">
        <Turn label={t('kit.previousYear')} onPress={() => turn(-12)}>
          <ChevronsLeft />
        </Turn>
        {!isMonths && (
          <Turn label={t('kit.previousMonth')} onPress={() => turn(-1)}>
            <ChevronLeft />
          </Turn>
        )}
        <span aria-live="polite" className="flex-1 text-center text-sm font-medium">
          {isMonths ? cursor.slice(0, 4) : formatMonth(cursor.slice(0, 7))}
        </span>
        {!isMonths && (
          <Turn label={t('kit.nextMonth')} onPress={() => turn(1)}>
            <ChevronRight />
          </Turn>
        )}
        <Turn label={t('kit.nextYear')} onPress={() => turn(12)}>
          <ChevronsRight />
        </Turn>
      </div>
      {isMonths ? (
        <div className="grid grid-cols-3 gap-1">
          {data.months.map(({ $date, month }) => {
            const each = toDay($date).slice(0, 7)
            const isChosen = each === chosen.slice(0, 7)
            return (
              <Button key={each} variant={isChosen ? 'primary' : 'ghost'} aria-pressed={isChosen} onClick={() => pick(each)}>
                {month}
              </Button>
            )
          })}
        </div>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a group of days is no set of fields
        <div ref={grid} role="group" aria-label={formatMonth(cursor.slice(0, 7))} className="grid grid-cols-7" onKeyDown={move}>
          {data.weekDays.map((name) => (
            <span key={name} className="text-center text-xs text-muted-foreground">
              {name}
            </span>
          ))}
          {data.calendars[0]?.days.map(({ $date, inCurrentMonth, disabled }) => {
            const day = toDay($date)
            if (!day) return <span key={$date.getTime()} />
            const isChosen = day === chosen
            return (
              <Button
                key={day}
                size="icon"
                repeats
                variant={isChosen ? 'primary' : inCurrentMonth ? 'ghost' : 'quiet'}
                className={day === today && !isChosen ? 'font-semibold text-primary-text' : ''}
                data-day={day}
                aria-label={formatDate(day)}
                aria-pressed={isChosen}
                aria-current={day === today ? 'date' : undefined}
                tabIndex={day === cursor ? 0 : -1}
                disabled={disabled}
                onClick={() => pickDay(day)}
              >
                {$date.getDate()}
              </Button>
            )
          })}
        </div>
      )}
      {kind === 'dateTime' && <Time value={read.slice(11)} onChange={(time) => onPick(`${read.slice(0, 10) || cursor}T${time}`)} />}
      <div className="sticky -bottom-3 -mb-3 flex justify-between gap-2 bg-popover pb-3">
        <Button size="small" variant="quiet" onClick={() => pick('')}>
          {t('kit.noDate')}
        </Button>
        {kind === 'dateTime' && (
          <Button size="small" variant="primary" onClick={onClose}>
            {t('kit.dateChosen')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Hours and minutes; minutes in steps of five, and the one that is there. */
function Time({ value, onChange }: { value: string; onChange: (time: string) => void }) {
  const [hour = '', minute = ''] = (value || morning).split(':')
  const minutes = new Set([...Array.from({ length: 12 }, (_, index) => pad(index * 5)), minute])
  const hours = Array.from({ length: 24 }, (_, index) => pad(index))
  const choice = (label: string, at: string, options: readonly string[], change: (next: string) => void) => (
    <Select aria-label={label} value={at} onChange={(event) => change(event.currentTarget.value)}>
      {options.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </Select>
  )
  return (
    // A clock runs from left to right in every language.
    <div dir="ltr" className="flex items-center gap-2">
      {choice(t('kit.hour'), hour, hours, (next) => onChange(`${next}:${minute}`))}
      {choice(t('kit.minute'), minute, [...minutes].sort(), (next) => onChange(`${hour}:${next}`))}
      <span className="text-xs text-muted-foreground">WIB</span>
    </div>
  )
}
