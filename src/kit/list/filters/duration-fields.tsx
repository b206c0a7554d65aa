import { useId } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Select } from '#console/ui/select.tsx'
import { dateFilterRules } from '#contract/lib/date-filter.ts'
import { DateBox } from '../../parts/date-box.tsx'
import { formatDayMonth, formatMonthName } from '../../text/format-month.ts'
import { type Duration, type DurationType, durationTypes, weekOptions, withType, yearOptions } from '../query/duration.ts'

interface Props {
  value: Duration
  /** 'YYYY-MM-DD' in WIB. */
  today: string
  /** Offered period types; all by default. */
  types?: readonly DurationType[]
  onChange: (value: Duration) => void
}

interface ChoiceProps {
  label: string
  value: number | undefined
  options: readonly { value: number; label: string }[]
  onChange: (value: number | undefined) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1 text-xs">
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value ?? ''} onChange={(event) => onChange(Number(event.currentTarget.value) || undefined)}>
        <option value="">{t('filters.choose')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </div>
  )
}

interface DayProps {
  label: string
  value: string
  min?: string | undefined
  disabled?: boolean
  onChange: (value: string) => void
}

function Day({ label, onChange, ...rest }: DayProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1 text-xs">
      <label htmlFor={id}>{label}</label>
      <DateBox id={id} pickLabel={t('filters.pickDate')} onChange={(next, isValid) => isValid && onChange(next)} {...rest} />
    </div>
  )
}

/** Inputs of each type of period (docs/product/lists.md#duration-filter). Clearing a part clears those that depend on it. */
export function DurationFields({ value, today, types = durationTypes, onChange }: Props) {
  const { type, year, month, week, day = '', from = '', to = '' } = value
  const rules = dateFilterRules({ from, to }, { minMax: true })
  const given = <T extends keyof Duration>(name: T, part: Duration[T] | undefined) => (part === undefined ? {} : { [name]: part })
  const change = (next: { year?: number | undefined; month?: number | undefined; week?: number | undefined }) =>
    onChange({ type, ...given('year', next.year), ...given('month', next.month), ...given('week', next.week) })

  return (
    <>
      <Select
        aria-label={t('filters.duration')}
        value={type}
        onChange={(event) => {
          const next = types.find((each) => each === event.currentTarget.value)
          if (next) onChange(withType(value, next, today))
        }}
      >
        {types.map((each) => (
          <option key={each} value={each}>
            {t(`filters.${each}`)}
          </option>
        ))}
      </Select>
      {type === 'daily' && <Day label={t('filters.day')} value={day} onChange={(next) => onChange({ type, ...given('day', next) })} />}
      {type === 'custom' && (
        <div className="grid grid-cols-2 gap-2">
          <Day
            label={t('filters.from')}
            value={from}
            onChange={(next) => onChange({ type, from: next, to: !next || to < next ? '' : to })}
          />
          <Day
            label={t('filters.to')}
            min={rules.toMin}
            disabled={rules.toDisabled}
            value={to}
            onChange={(next) => onChange({ type, from, to: next })}
          />
        </div>
      )}
      {(type === 'weekly' || type === 'monthly' || type === 'ytd') && (
        <div className="grid grid-cols-2 gap-2">
          {type !== 'ytd' && (
            <Choice
              label={t('filters.month')}
              value={month}
              options={Array.from({ length: 12 }, (_, index) => ({ value: index + 1, label: formatMonthName(index + 1) }))}
              onChange={(next) => change({ year, month: next })}
            />
          )}
          <Choice
            label={t('filters.year')}
            value={year}
            options={yearOptions(today).map((each) => ({ value: each, label: String(each) }))}
            onChange={(next) => change({ year: next, month })}
          />
        </div>
      )}
      {type === 'weekly' && year && month && (
        <Choice
          label={t('filters.week')}
          value={week}
          options={weekOptions(year, month).map((each) => ({
            value: each.week,
            label: t('filters.weekOf', { week: each.week, from: formatDayMonth(each.from), to: formatDayMonth(each.to) }),
          }))}
          onChange={(next) => change({ year, month, week: next })}
        />
      )}
    </>
  )
}
