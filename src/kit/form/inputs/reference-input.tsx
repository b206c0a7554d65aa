import { Check, ChevronsUpDown, X } from 'lucide-react'
import { useState } from 'react'
import type { Option } from '#console/data/query/option-queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from '#console/ui/command.tsx'
import { inputClass } from '#console/ui/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { unassigned } from '#contract/choices/options.ts'
import type { Field } from '#contract/kit/field/field.ts'
import type { Filter } from '#contract/kit/field/list-query.ts'
import { useReferenceOptions } from '../../actions/reference-options.ts'
import { fieldLabel, labelOf } from '../../text/labels.ts'
import { about } from '../values/about.ts'
import type { InputProps } from '../values/tools.ts'
import { parentPathOf, type Siblings, useFitting, useSiblings } from './use-siblings.ts'

/** What an option shows beside its name: a second line, and a value at its end, such as a price. */
export type DetailsOfOption = (option: Option) => { detail?: string | undefined; aside?: string | undefined }

interface PickerProps {
  props: InputProps
  detailsOf?: DetailsOfOption | undefined
  chosen: readonly (number | string)[]
  many: boolean
  onPick: (value: number | string) => void
}

/** Maximum drawn at once; more are found by typing. */
const maxDrawn = 100

/** Placeholder of an empty picker: the field to fill in first, or none. */
function placeholderOf({ missing }: Siblings, { of }: Field): string {
  if (missing === null) return t('kit.choose')
  const sibling = of && parentPathOf(of) + missing
  return t('kit.chooseFirst', { field: labelOf(sibling, missing) ?? fieldLabel(missing) })
}

/** A searchable list of records: from the server while typing, or from the device's cache. */
function Picker({ props, detailsOf, chosen, many, onPick }: PickerProps) {
  const { field, label, name } = props
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const siblings = useSiblings(name, field)
  const { offered, find, loading, isUnread } = useReferenceOptions({ to: siblings.to, filters: siblings.filters, text, chosen })
  const nobody = field.unassigned ? [{ id: unassigned, ref: '', label: t('choice.0') }] : []
  const options: readonly Option[] = [...nobody.filter((each) => each.label.toLowerCase().includes(text.trim().toLowerCase())), ...offered]
  const keyOf = ({ id, ref }: Option) => (ref === '' ? id : id || ref)
  const placeholder = placeholderOf(siblings, field)
  const [first] = chosen
  const one = first === unassigned && field.unassigned ? t('choice.0') : find(first)?.label
  const shown = many || first === undefined ? placeholder : (one ?? `#${first}`)
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setText('')
      }}
    >
      <PopoverTrigger asChild>
        <button
          type="button"
          {...about(props)}
          disabled={props.disabled || siblings.missing !== null}
          role="combobox"
          aria-expanded={open}
          aria-label={`${label}: ${shown}`}
          className={`${inputClass} flex h-control items-center justify-between gap-2 px-3 text-start text-sm`}
          onBlur={props.onBlur}
        >
          <span className={`truncate ${one !== undefined && !many ? '' : 'text-muted-foreground'}`}>{shown}</span>
          <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
        </button>
      </PopoverTrigger>
      <PopoverContent>
        <Command className="-m-3 flex w-80 max-w-[calc(100vw-1rem)] flex-col" label={label} shouldFilter={false}>
          <CommandInput placeholder={t('kit.searchOptions')} value={text} onValueChange={setText} maxLength={200} />
          <CommandList label={label} aria-busy={loading}>
            <CommandEmpty>{t(loading ? 'app.loading' : isUnread ? 'list.offline' : 'list.empty')}</CommandEmpty>
            {options.slice(0, maxDrawn).map((option) => {
              const { detail = option.detail, aside } = detailsOf?.(option) ?? {}
              return (
                <CommandItem
                  key={option.ref}
                  value={String(keyOf(option))}
                  onSelect={() => {
                    onPick(keyOf(option))
                    if (!many) setOpen(false)
                  }}
                >
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">{option.label}</span>
                    {detail && (
                      <span className="block truncate text-xs text-muted-foreground">
                        <bdi>{detail}</bdi>
                      </span>
                    )}
                  </span>
                  {aside && <span className="shrink-0 tabular-nums">{aside}</span>}
                  {chosen.includes(keyOf(option)) && <Check aria-hidden="true" />}
                </CommandItem>
              )
            })}
          </CommandList>
        </Command>
      </PopoverContent>
    </Popover>
  )
}

const isId = (value: unknown): value is number | string => typeof value === 'number' || (typeof value === 'string' && value !== '')

const noFilters: readonly Filter[] = []

export function ReferenceInput({ detailsOf, ...props }: InputProps & { detailsOf?: DetailsOfOption }) {
  const { value, onChange, field, label, disabled } = props
  useFitting(props, isId(value) && value !== unassigned ? [value] : [], () => onChange(''))
  return (
    <div className="flex gap-1">
      <Picker props={props} detailsOf={detailsOf} chosen={isId(value) ? [value] : []} many={false} onPick={onChange} />
      {!field.required && !disabled && isId(value) && value !== unassigned && (
        <button
          type="button"
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
  const { to } = useSiblings(props.name, props.field)
  const { find } = useReferenceOptions({ to, filters: noFilters, text: '', chosen })
  useFitting(props, chosen, onChange)
  const toggle = (id: number | string) => onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <div className="flex flex-col gap-2">
      <Picker props={props} chosen={chosen} many onPick={toggle} />
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((id) => {
            const name = find(id)?.label ?? `#${id}`
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
