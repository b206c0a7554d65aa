import { useQuery } from '@tanstack/react-query'
import { Check, ChevronsUpDown, X } from 'lucide-react'
import { useState } from 'react'
import { type Option, optionsOptions } from '#console/data/option-queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '#console/ui/command.tsx'
import { inputClass } from '#console/ui/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { unassigned } from '#contract/options.ts'
import type { InputProps } from '../tools.ts'
import { about } from './about.ts'

interface Choice {
  value: number | string
  label: string
  detail?: string
}

/** A record that the server has not numbered is named by its ref. */
const toChoice = ({ id, ref, label, detail }: Option): Choice => ({ value: id || ref, label, ...(detail && { detail }) })

function useChoices({ field }: InputProps): { choices: Choice[]; loading: boolean } {
  const { data, isPending } = useQuery(optionsOptions(field.to ?? ''))
  const nobody = field.unassigned ? [{ value: unassigned, label: t('choice.0') }] : []
  return { choices: [...nobody, ...(data ?? []).map(toChoice)], loading: isPending }
}

interface PickerProps {
  props: InputProps
  chosen: readonly (number | string)[]
  many: boolean
  onPick: (value: number | string) => void
}

/** A searchable list of records. */
function Picker({ props, chosen, many, onPick }: PickerProps) {
  const [open, setOpen] = useState(false)
  const { choices, loading } = useChoices(props)
  const named = choices.filter((choice) => chosen.includes(choice.value))
  const shown = many ? t('kit.choose') : (named[0]?.label ?? (chosen.length ? `#${chosen[0]}` : t('kit.choose')))
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <button
          type="button"
          {...about(props)}
          role="combobox"
          aria-expanded={open}
          aria-label={`${props.label}: ${shown}`}
          className={`${inputClass} flex h-control items-center justify-between gap-2 px-3 text-start text-sm`}
          onBlur={props.onBlur}
        >
          <span className={`truncate ${named.length && !many ? '' : 'text-muted-foreground'}`}>{shown}</span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
        </button>
      </PopoverTrigger>
      <PopoverContent>
        <Command className="-m-3 flex w-80 max-w-[calc(100vw-1rem)] flex-col" label={props.label}>
          <CommandInput placeholder={t('kit.searchOptions')} />
          <CommandList>
            <CommandEmpty>{loading ? t('app.loading') : t('list.empty')}</CommandEmpty>
            {choices.slice(0, 2_000).map((choice) => (
              <CommandItem
                key={choice.value}
                value={`${choice.label} ${choice.detail ?? ''} ${choice.value}`}
                onSelect={() => {
                  onPick(choice.value)
                  if (!many) setOpen(false)
                }}
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{choice.label}</span>
                  {choice.detail && <span className="block truncate text-xs text-muted-foreground">{choice.detail}</span>}
                </span>
                {chosen.includes(choice.value) && <Check aria-hidden="true" />}
              </CommandItem>
            ))}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  )
}

const isId = (value: unknown): value is number | string => typeof value === 'number' || (typeof value === 'string' && value !== '')

export function ReferenceInput(props: InputProps) {
  const { value, onChange, field, label, disabled } = props
  return (
    <div className="flex gap-1">
      <Picker props={props} chosen={isId(value) ? [value] : []} many={false} onPick={onChange} />
      {!field.required && isId(value) && value !== unassigned && (
        <button
          type="button"
          disabled={disabled}
          aria-label={t('kit.clear', { name: label })}
          className="grid size-control shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-muted"
          onClick={() => onChange(field.unassigned ? unassigned : '')}
        >
          <X className="size-4" />
        </button>
      )}
    </div>
  )
}

export function ReferencesInput(props: InputProps) {
  const { value, onChange, disabled } = props
  const chosen = Array.isArray(value) ? value.filter(isId) : []
  const { choices } = useChoices(props)
  const toggle = (id: number | string) => onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <div className="flex flex-col gap-2">
      <Picker props={props} chosen={chosen} many onPick={toggle} />
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((id) => {
            const name = choices.find((choice) => choice.value === id)?.label ?? `#${id}`
            return (
              <li key={id} className="inline-flex items-center gap-1 rounded-full bg-muted ps-3 text-sm">
                {name}
                <button
                  type="button"
                  disabled={disabled}
                  aria-label={t('kit.removeTag', { tag: name })}
                  className="grid size-7 place-items-center rounded-full hover:bg-border disabled:opacity-50 touch:size-11"
                  onClick={() => toggle(id)}
                >
                  <X className="size-3.5" />
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
