import { type FocusEvent, useRef, useState } from 'react'
import { Input } from '#console/ui/input.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { roundPrice } from '#contract/lib/price-tick.ts'
import { readNumber, writeNumber, writeTyped } from '../../text/read-number.ts'
import { about } from '../values/about.ts'
import type { InputProps } from '../values/tools.ts'

/** A number; money is grouped as rupiah while it is not being typed. Focus by keyboard selects all. */
export function NumberInput(props: InputProps) {
  const { field, value, onChange, onBlur } = props
  const money = field.kind === 'money'
  const [typed, setTyped] = useState<string | null>(null)
  const isPressed = useRef(false)
  const plain = typeof value === 'number' ? writeTyped(value) : toText(value)

  function begin({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
    // The window got its focus back in the middle of typing.
    if (typed !== null) return
    // Set directly, because a later render would drop the selection.
    input.value = plain
    setTyped(plain)
    if (!isPressed.current) input.select()
  }

  function end({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
    isPressed.current = false
    if (document.activeElement === input) return
    setTyped(null)
    if (field.tick && typeof value === 'number' && value > 0) onChange(roundPrice(value))
    onBlur()
  }

  return (
    <div dir="ltr" className="relative">
      {money && <span className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-sm text-muted-foreground">Rp</span>}
      <Input
        {...about(props)}
        inputMode={money || field.integer ? 'numeric' : 'decimal'}
        className={`text-end tabular-nums ${money ? 'ps-10' : ''} ${field.kind === 'percent' ? 'pe-8' : ''}`}
        value={typed ?? (money && typeof value === 'number' ? writeNumber(value) : plain)}
        onMouseDown={() => {
          isPressed.current = true
        }}
        onFocus={begin}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onChange(readNumber(event.currentTarget.value, field))
        }}
        onBlur={end}
      />
      {field.kind === 'percent' && (
        <span className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-sm text-muted-foreground">%</span>
      )}
    </div>
  )
}
