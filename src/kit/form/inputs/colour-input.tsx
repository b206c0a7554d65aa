import { Input } from '#console/ui/input.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { about } from '../values/about.ts'
import type { InputProps } from '../values/tools.ts'

const swatches = ['#dc2626', '#d97706', '#16a34a', '#0d9488', '#2563eb', '#7c3aed', '#db2777', '#475569']

export function ColourInput(props: InputProps) {
  const { value, onChange, onBlur, label, disabled } = props
  const colour = /^#[0-9a-f]{6}$/i.test(toText(value)) ? toText(value) : '#000000'
  return (
    <div className="flex flex-wrap items-center gap-2">
      <input
        type="color"
        aria-label={label}
        disabled={disabled}
        className="h-control w-12 cursor-pointer disabled:opacity-50 rounded-md border border-input bg-card p-1"
        value={colour}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className="w-28">
        <Input
          {...about(props)}
          dir="ltr"
          value={toText(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        />
      </div>
      <div className="flex flex-wrap gap-1">
        {swatches.map((swatch) => (
          <button
            key={swatch}
            type="button"
            aria-label={swatch}
            disabled={disabled}
            aria-pressed={swatch === value}
            onClick={() => onChange(swatch)}
            style={{ backgroundColor: swatch }}
            className="size-6 rounded-full disabled:opacity-50 aria-pressed:outline-2 aria-pressed:outline-offset-2 aria-pressed:outline-ring touch:size-9"
          />
        ))}
      </div>
    </div>
  )
}
