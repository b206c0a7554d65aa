import { CalendarDays } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { loadMessages } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { cn } from '#console/ui/cn.ts'
import { Input } from '#console/ui/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { keyAction } from '../text/keys.ts'
import { type DateKind, readTypedDate, readWholeDate, toDateText } from '../text/typed-date.ts'
import { deferred } from './deferred.tsx'

const load = () => Promise.all([import('./date-picker.tsx'), loadMessages('kit')]).then(([module]) => module.DatePicker)
const DatePicker = deferred(load)

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'onBlur'> {
  kind?: DateKind
  value: string
  /** `isValid` is false for a text that is no date, as it was typed. */
  onChange: (value: string, isValid: boolean) => void
  onBlur?: () => void
  /** Label of the button that opens the calendar. */
  pickLabel: string
  /** First day that may be chosen, 'YYYY-MM-DD'. */
  min?: string | undefined
  /** Offers the days on which one follows up. */
  isPlan?: boolean
}

interface Draft {
  text: string
  value: string
  /** Value while this was typed. */
  before: string
}

/** A day, month or moment: typed as text, or chosen from a calendar that loads with the first press. */
export function DateBox({ kind = 'date', value, onChange, onBlur, pickLabel, min = '', isPlan = false, className, ...rest }: Props) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [open, setOpen] = useState(false)
  const isTyping = draft !== null && (value === draft.value || value === draft.before)
  const pick = (next: string) => {
    setDraft(null)
    onChange(next, true)
  }
  const isFree = (read: string | null) => read !== null && (read === '' || read >= min)
  const type = (text: string) => {
    const read = readWholeDate(text, kind)
    const next = read ?? text
    setDraft({ text, value: next, before: value })
    onChange(next, isFree(read))
  }
  // A day without its year, or a word, is read once it is whole: '1/1' may become '1/12/2026'.
  const complete = () => {
    if (!draft) return
    const read = readTypedDate(draft.text, kind)
    if (read !== null && read !== draft.value) onChange(read, isFree(read))
    if (read !== null || draft.value !== value) setDraft(null)
  }
  const leave = () => {
    complete()
    onBlur?.()
  }
  return (
    <span className={cn('relative flex w-full min-w-0 items-center', className)}>
      <Input
        autoComplete="off"
        className="pe-11 tabular-nums"
        value={isTyping ? draft.text : toDateText(value, kind)}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Saved from within the field.
          if (keyAction('form', event) !== null) complete()
        }}
        onBlur={leave}
        {...rest}
      />
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button
            variant="quiet"
            size="smallIcon"
            className="absolute end-0.5"
            aria-label={pickLabel}
            disabled={rest.disabled}
            onPointerEnter={() => void load().catch(() => undefined)}
          >
            <CalendarDays />
          </Button>
        </PopoverTrigger>
        {/* Drawn once it is loaded: its side of the field is chosen by its height. */}
        <Suspense>
          {open && (
            <PopoverContent align="end" aria-label={pickLabel}>
              <DatePicker kind={kind} value={value} min={min} isPlan={isPlan} onPick={pick} onClose={() => setOpen(false)} />
            </PopoverContent>
          )}
        </Suspense>
      </Popover>
    </span>
  )
}
