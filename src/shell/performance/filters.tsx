import { useId } from 'react'
import { serverDate } from '#console/data/base/server-clock.ts'
import { t } from '#console/i18n/i18n.ts'
import { SpanFilter } from '#console/reports/span-filter.tsx'
import { Select } from '#console/ui/select.tsx'
import { wibDay } from '#contract/lib/wib.ts'
import { pickCategories } from '#contract/sections/stock/categories.ts'
import { type Asked, products, readAsked, spanOf } from './asked.ts'

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

/** Product, category and period. */
export function Filters({ asked, onAsk }: { asked: Asked; onAsk: (next: Asked) => void }) {
  const go = (next: Readonly<Record<string, unknown>>) => onAsk(readAsked({ ...asked, ...next }))
  const nothing = { from: undefined, to: undefined }
  return (
    <div className="flex flex-wrap items-end gap-3 print:hidden">
      <Choice label={t('performance.product')} value={asked.product} values={products} onChange={(product) => go({ product })} />
      <Choice label={t('performance.category')} value={asked.category} values={pickCategories} onChange={(category) => go({ category })} />
      <SpanFilter
        key={`${asked.from}${asked.to}`}
        span={spanOf(asked)}
        whole={t('performance.whole')}
        today={wibDay(serverDate())}
        onSpan={(span) => go({ ...(span ?? nothing) })}
      />
    </div>
  )
}
