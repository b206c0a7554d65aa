import { useState } from 'react'
import { Input } from '#console/ui/input.tsx'
import { roundPrice } from '#contract/lib/price-tick.ts'
import { readNumber, writeNumber } from '../../read-number.ts'
import type { InputProps } from '../tools.ts'
import { about } from './about.ts'

/** A number; money is grouped as rupiah while it is not being typed. */
export function NumberInput(props: InputProps) {
  const { field, value, onChange, onBlur } = props
  const money = field.kind === 'money'
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (typeof value === 'number' ? (money ? writeNumber(value) : String(value)) : String(value ?? ''))
  return (
    <div dir="ltr" className="relative">
      {money && <span className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-sm text-muted-foreground">Rp</span>}
      <Input
        {...about(props)}
        inputMode={money || field.integer ? 'numeric' : 'decimal'}
        className={`text-end tabular-nums ${money ? 'ps-10' : ''} ${field.kind === 'percent' ? 'pe-8' : ''}`}
        value={shown}
        onFocus={() => setTyped(typeof value === 'number' ? String(value) : String(value ?? ''))}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onChange(readNumber(event.currentTarget.value, money))
        }}
        onBlur={() => {
          setTyped(null)
          if (field.tick && typeof value === 'number' && value > 0) onChange(roundPrice(value))
          onBlur()
        }}
      />
      {field.kind === 'percent' && (
        <span className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-sm text-muted-foreground">%</span>
      )}
    </div>
  )
}
