import { useEffect, useRef, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { exclusiveChoices, unassigned } from '#contract/choices/options.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { type Filter, formatRange, parseRange } from '#contract/kit/field/list-query.ts'
import { useReferenceOptions } from '../../actions/reference-options.ts'
import { fitsMode } from '../../form/values/available-field.ts'
import { keyAction } from '../../text/keys.ts'
import { choiceLabel, fieldLabel } from '../../text/labels.ts'
import { readNumber, writeNumber, writeTyped } from '../../text/read-number.ts'
import * as look from '../query/classes.ts'
import { choose } from '../query/exclusive.ts'
import { type FilterChoice, offerChoices, toChoice } from './filter-options.ts'

/** Who has a record may be nobody (docs/product/access.md#salespeople). */
const mayBeUnassigned = ({ kind, to = '', required, unassigned: isValue }: Field) =>
  kind === 'reference' && (isValue === true || (!required && to.split('/')[0] === 'user'))

interface Props {
  name: string
  field: Field
  values: readonly string[]
  onValues: (values: readonly string[]) => void
}

function Choices({
  options,
  values,
  onValues,
  exclusive,
}: { options: readonly FilterChoice[]; exclusive?: readonly string[] } & Omit<Props, 'name' | 'field'>) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {options.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={values.includes(value)}
          onClick={() => onValues(choose(values, value, exclusive ?? exclusiveChoices))}
          className="min-h-8 rounded-full border px-3 text-sm hover:bg-muted aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-text touch:min-h-11"
        >
          {label}
        </button>
      ))}
    </div>
  )
}

const all: readonly Filter[] = []

interface ReferencesProps extends Omit<Props, 'field'> {
  source: string
  /** Which key the query uses. */
  by: 'id' | 'label'
  special: readonly FilterChoice[]
}

/** References by name, found on the device and on the server; chosen ones are always shown. */
function References({ source, by, special, ...rest }: ReferencesProps) {
  const { values } = rest
  const [text, setText] = useState('')
  const toOption = toChoice(by)
  const { offered: fitting, find, loading } = useReferenceOptions({ to: source, filters: all, text, chosen: by === 'id' ? values : [] })
  // Records that wait in the outbox are in no row of the server.
  const here = fitting.filter(({ id }) => id > 0).map(toOption)
  const named = by === 'id' ? values.flatMap((value) => find(value) ?? []).map(toOption) : []
  const options = offerChoices({ special, cached: text ? [] : here, found: here, named, chosen: values, text })
  return (
    <>
      {(here.length > 8 || text !== '') && (
        <input
          type="search"
          className={look.control}
          placeholder={t('filters.searchOptions')}
          aria-label={t('filters.searchOptions')}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {options.length === 0 && !loading && <p className="text-sm text-muted-foreground">{t('list.empty')}</p>}
      <Choices options={options} {...rest} />
      {loading && here.length === 0 && <Skeleton className="h-8 touch:h-11" />}
    </>
  )
}

interface RangeEndProps {
  label: string
  field: Field
  /** As in the query. */
  bound: string | undefined
  onBound: (bound: string | undefined) => void
}

/** Applies on blur or Enter. */
function RangeEnd({ label, field, bound, onBound }: RangeEndProps) {
  const box = useRef<HTMLInputElement>(null)
  const number = Number(bound)
  const shown = bound === undefined ? '' : field.kind === 'money' ? writeNumber(number) : writeTyped(number)
  useEffect(() => {
    const { current: input } = box
    if (!input || input.value === shown) return
    input.value = shown
    // Swapped ends change their text under the cursor.
    if (document.activeElement === input) input.select()
  }, [shown])
  return (
    <label className="flex min-w-0 flex-col gap-1 text-xs text-muted-foreground">
      {label}
      <input
        ref={box}
        className={`${look.control} text-foreground`}
        inputMode="decimal"
        dir="ltr"
        maxLength={24}
        defaultValue={shown}
        onBlur={({ currentTarget: input }) => {
          // The window lost its focus.
          if (document.activeElement === input) return
          const read = readNumber(input.value, field)
          const next = typeof read === 'number' ? String(read) : undefined
          // Text that is no number is cleared, because it does not filter.
          if (next === undefined) input.value = ''
          if (next === bound) input.value = shown
          else onBound(next)
        }}
        onKeyDown={(event) => keyAction('form', event) === 'accept' && event.currentTarget.blur()}
      />
    </label>
  )
}

/** From and to, both included; either may be empty. */
function NumberRange({ field, values, onValues }: Props) {
  const range = parseRange(values[0] ?? '') ?? { from: values[0], to: values[0] }
  const set = (next: { from?: string | undefined; to?: string | undefined }) => {
    const ends = { ...range, ...next }
    // Ends in the wrong order are swapped.
    const [from, to] = Number(ends.from) > Number(ends.to) ? [ends.to, ends.from] : [ends.from, ends.to]
    onValues(from === undefined && to === undefined ? [] : [formatRange(from, to)])
  }
  return (
    <div className="grid grid-cols-2 gap-2">
      {(['from', 'to'] as const).map((side) => (
        <RangeEnd key={side} label={t(`filters.${side}`)} field={field} bound={range[side]} onBound={(bound) => set({ [side]: bound })} />
      ))}
    </div>
  )
}

/** The filter of a field by its kind: several choices, references, yes or no, or a text. */
export function FieldFilter(props: Props) {
  const { field, name, values, onValues } = props
  switch (field.kind) {
    case 'choice':
    case 'choices':
      return (
        <Choices
          options={(field.values ?? [])
            .filter((value) => fitsMode(field, value))
            .map((value) => ({ value: String(value), label: choiceLabel(value, field) }))}
          values={values}
          onValues={onValues}
          {...(field.exclusive && { exclusive: field.exclusive })}
        />
      )
    case 'flag': {
      const options = [
        { value: 'true', label: t('filters.yes') },
        { value: 'false', label: t('filters.no') },
      ]
      return <Choices options={options} values={values} onValues={(next) => onValues(next.slice(-1))} />
    }
    case 'reference':
    case 'references':
      return (
        <References
          {...{ name, values, onValues }}
          source={field.to ?? ''}
          by="id"
          special={mayBeUnassigned(field) ? [{ value: String(unassigned), label: t('list.unassigned') }] : []}
        />
      )
    case 'number':
    case 'money':
    case 'percent':
      return <NumberRange {...props} />
    case 'tags':
      return <References {...{ name, values, onValues }} source="tag-manager" by="label" special={[]} />
    default:
      return (
        <input
          className={look.control}
          aria-label={fieldLabel(name, field)}
          defaultValue={values[0] ?? ''}
          onBlur={(event) => onValues(event.currentTarget.value.trim() ? [event.currentTarget.value.trim()] : [])}
          onKeyDown={(event) => keyAction('form', event) === 'accept' && event.currentTarget.blur()}
        />
      )
  }
}
