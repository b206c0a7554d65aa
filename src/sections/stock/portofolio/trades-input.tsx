import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { serverNow } from '#console/data/base/server-clock.ts'
import { RowsInput } from '#console/kit/form/field/rows-input.tsx'
import type { InputProps } from '#console/kit/form/values/tools.ts'
import { FieldWarnings } from '#console/kit/form/values/warning.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { useStockCode } from '../recommendation/last-price.tsx'
import { pricesOptions } from '../shared/price-query.ts'
import { tradeWarnings } from './trade-warnings.ts'

/** Trades of a position, with warnings; an added one starts with today and the form's side. */
export function TradesInput(props: InputProps) {
  const [option, stock, trades] = useWatch({ name: ['option', 'stock_id', 'trades'] })
  const { data } = useQuery(pricesOptions(useStockCode(stock)))
  const warnings = useMemo(() => tradeWarnings(trades, data), [trades, data])
  const fields = props.field.fields ?? {}
  const { date, side } = fields
  const initial = option === 'sell' ? 'sell' : 'buy'
  const started = date && side && { ...fields, date: { ...date, initial: wibDay(new Date(serverNow())) }, side: { ...side, initial } }
  return (
    <FieldWarnings value={warnings}>
      <RowsInput {...props} field={{ ...props.field, ...(started && { fields: started }) }} />
    </FieldWarnings>
  )
}
