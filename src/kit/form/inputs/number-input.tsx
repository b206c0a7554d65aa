import { useState } from 'react'
import { Input } from '#console/ui/input.tsx'
import type { InputProps } from '../tools.ts'
import { about } from './about.ts'

const grouped = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 6 })

/** Reads '1.250.000', '1250000' and '12,5'; the text itself when it is no number, so that validation can say so. */
export function readNumber(text: string, money: boolean): number | string {
  const plain = text.replace(/\s|Rp/gi, '')
  const dotted = money || /^\d{1,3}(\.\d{3})+(,\d+)?$/.test(plain) ? plain.replaceAll('.', '') : plain
  const value = Number(dotted.replace(',', '.'))
  return plain === '' ? '' : Number.isFinite(value) ? value : text
}

/** A number; money is grouped as rupiah while it is not being typed. */
export function NumberInput(props: InputProps) {
  const { field, value, onChange, onBlur } = props
  const money = field.kind === 'money'
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (typeof value === 'number' ? (money ? grouped.format(value) : String(value)) : String(value ?? ''))
  return (
    <div className="relative">
      {money && <span className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-sm text-muted-foreground">Rp</span>}
      <Input
        {...about(props)}
        inputMode={money || field.integer ? 'numeric' : 'decimal'}
        dir="ltr"
        className={`text-end tabular-nums ${money ? 'ps-10' : ''} ${field.kind === 'percent' ? 'pe-8' : ''}`}
        value={shown}
        onFocus={() => setTyped(typeof value === 'number' ? String(value) : String(value ?? ''))}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onChange(readNumber(event.currentTarget.value, money))
        }}
        onBlur={() => {
          setTyped(null)
          onBlur()
        }}
      />
      {field.kind === 'percent' && (
        <span className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-sm text-muted-foreground">%</span>
      )}
    </div>
  )
}
