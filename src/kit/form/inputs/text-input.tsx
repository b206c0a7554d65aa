import { Input } from '#console/ui/input.tsx'
import { Textarea } from '#console/ui/textarea.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import type { Kind } from '#contract/kit/field/kind.ts'
import { typedDirection } from '../../text/direction.ts'
import { keyAction } from '../../text/keys.ts'
import { about } from '../values/about.ts'
import type { InputProps } from '../values/tools.ts'

const types: Partial<Record<Kind, { type?: string; inputMode?: 'numeric' | 'url' | 'email' | 'tel'; autoComplete?: string }>> = {
  url: { type: 'url', inputMode: 'url' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'off' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'off' },
  digits: { inputMode: 'numeric' },
  secret: { type: 'password', autoComplete: 'new-password' },
}

/** Both 0812 3456 and +62 812 3456 become 628123456; other text is left to validation. */
export function toPhone(text: string): string {
  const digits = text.replace(/[\s().-]/g, '').replace(/^\+/, '')
  return /^0\d+$/.test(digits) ? `62${digits.slice(1)}` : /^8\d{7,}$/.test(digits) ? `62${digits}` : digits
}

const tidy = (kind: Kind, text: string) =>
  kind === 'phone' ? toPhone(text) : kind === 'email' ? text.trim().toLowerCase() : kind === 'secret' ? text : text.trim()

export function TextInput(props: InputProps & { placeholder?: string }) {
  const { field, value, onChange, onBlur, placeholder } = props
  const shown = toText(value)
  const settle = (typed: string) => {
    const text = tidy(field.kind, typed)
    if (text !== value) onChange(text)
  }
  return (
    <Input
      {...about(props)}
      {...types[field.kind]}
      dir={typedDirection(field.kind, shown)}
      placeholder={placeholder}
      value={shown}
      onChange={(event) => onChange(event.currentTarget.value)}
      // Enter saves while the field still has focus.
      onKeyDown={(event) => keyAction('form', event) && settle(event.currentTarget.value)}
      onBlur={(event) => {
        settle(event.currentTarget.value)
        onBlur()
      }}
    />
  )
}

export function TextareaInput(props: InputProps) {
  const { field, value, onChange, onBlur } = props
  const text = toText(value)
  return (
    <div className="relative">
      <Textarea
        {...about(props)}
        dir={typedDirection(field.kind, text)}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
      {field.max && text.length > field.max * 0.8 && (
        <span className="absolute end-2 bottom-1.5 text-xs tabular-nums text-muted-foreground">
          {text.length}/{field.max}
        </span>
      )}
    </div>
  )
}
