import { useWatch } from 'react-hook-form'
import { serverNow } from '#console/data/server-clock.ts'
import { RowsInput } from '#console/kit/form/inputs/rows-input.tsx'
import type { InputProps } from '#console/kit/form/tools.ts'
import { wibDay } from '#contract/lib/wib.ts'

/** The trades of a position; one that is added begins with today, and with the side that the form is for. */
export function TradesInput(props: InputProps) {
  const option = useWatch({ name: 'option' })
  const fields = props.field.fields ?? {}
  const { date, side } = fields
  const initial = option === 'sell' ? 'sell' : 'buy'
  const started = date && side && { ...fields, date: { ...date, initial: wibDay(new Date(serverNow())) }, side: { ...side, initial } }
  return <RowsInput {...props} field={{ ...props.field, ...(started && { fields: started }) }} />
}
