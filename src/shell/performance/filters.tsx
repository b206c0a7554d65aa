import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { DurationFields } from '#console/kit/list/filters/duration-fields.tsx'
import { type Duration, durationRange, readDuration } from '#console/kit/list/query/duration.ts'
import { formatDate } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { Select } from '#console/ui/select.tsx'
import { wibDay } from '#contract/lib/wib.ts'
import { pickCategories } from '#contract/sections/stock/categories.ts'
import { type Asked, products, readAsked } from './asked.ts'

interface ChoiceProps {
  label: string
  value: string | undefined
  values: readonly string[]
  onChange: (value: string | undefined) => void
}

function Choice({ label, value = '', values, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex min-w-32 flex-1 flex-col gap-1 text-xs sm:flex-none">
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value || undefined)}>
        <option value="">{t('performance.all')}</option>
        {values.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </Select>
    </div>
  )
}

const nothing: Duration = { type: 'custom' }

/** Product, category and period, kept in the URL. */
export function Filters({ asked }: { asked: Asked }) {
  const navigate = useNavigate()
  const today = wibDay(new Date())
  const { from, to } = asked
  const [isOpen, setOpen] = useState(false)
  const [duration, setDuration] = useState(() => (from && to ? readDuration({ from, to }, today) : nothing))
  const range = durationRange(duration, today)
  const go = (next: Readonly<Record<string, unknown>>) => void navigate({ to: '/performance/list', search: { ...readAsked(next) } })
  const choosePeriod = (period: { from: string; to: string } | null) => {
    setOpen(false)
    const { from: _, to: __, ...rest } = asked
    go({ ...rest, ...period })
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Choice label={t('performance.product')} value={asked.product} values={products} onChange={(product) => go({ ...asked, product })} />
      <Choice
        label={t('performance.category')}
        value={asked.category}
        values={pickCategories}
        onChange={(category) => go({ ...asked, category })}
      />
      <Popover open={isOpen} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button>
            {from && to ? `${formatDate(from)} – ${formatDate(to)}` : `${t('performance.period')}: ${t('performance.whole')}`}
          </Button>
        </PopoverTrigger>
        <PopoverContent className="flex w-72 flex-col gap-3 p-4">
          <DurationFields value={duration} today={today} onChange={setDuration} />
          <div className="flex gap-2">
            <Button className="flex-1" disabled={!range} onClick={() => choosePeriod(range)}>
              {t('performance.apply')}
            </Button>
            <Button
              onClick={() => {
                setDuration(nothing)
                choosePeriod(null)
              }}
            >
              {t('performance.whole')}
            </Button>
          </div>
        </PopoverContent>
      </Popover>
    </div>
  )
}
