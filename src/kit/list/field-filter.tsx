import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { optionsOptions } from '#console/data/queries.ts'
import { t } from '#console/i18n/i18n.ts'
import type { Field } from '#contract/kit/field.ts'
import { aloneChoices, unassigned } from '#contract/options.ts'
import { choiceLabel } from '../labels.ts'
import { choose } from './alone.ts'
import * as look from './classes.ts'

interface Props {
  name: string
  field: Field
  values: readonly string[]
  onValues: (values: readonly string[]) => void
}

interface Choice {
  value: string
  label: string
}

function Choices({
  options,
  values,
  onValues,
  alone,
}: { options: readonly Choice[]; alone?: readonly string[] } & Omit<Props, 'name' | 'field'>) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {options.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={values.includes(value)}
          onClick={() => onValues(choose(values, value, alone ?? aloneChoices))}
          className="min-h-8 rounded-full border px-3 text-sm hover:bg-muted aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-text touch:min-h-11"
        >
          {label}
        </button>
      ))}
    </div>
  )
}

/** References by name, with a box that narrows a long list. */
function References({ field, ...rest }: Props) {
  const [text, setText] = useState('')
  const { data = [] } = useQuery(optionsOptions(field.to ?? ''))
  const all = [
    ...(field.unassigned ? [{ value: String(unassigned), label: t('list.unassigned') }] : []),
    ...data.map((option) => ({ value: String(option.id), label: option.label })),
  ]
  const found = all.filter(({ value, label }) => rest.values.includes(value) || label.toLowerCase().includes(text.toLowerCase()))
  return (
    <>
      {all.length > 8 && (
        <input
          type="search"
          className={look.control}
          placeholder={t('list.searchOptions')}
          aria-label={t('list.searchOptions')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <Choices options={found.slice(0, 12)} {...rest} />
    </>
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
          options={(field.values ?? []).map((value) => ({ value: String(value), label: choiceLabel(value) }))}
          values={values}
          onValues={onValues}
          {...(field.alone && { alone: field.alone })}
        />
      )
    case 'flag': {
      const options = [
        { value: 'true', label: t('list.yes') },
        { value: 'false', label: t('list.no') },
      ]
      return <Choices options={options} values={values} onValues={(next) => onValues(next.slice(-1))} />
    }
    case 'reference':
    case 'references':
      return <References {...props} />
    default:
      return (
        <input
          className={look.control}
          aria-label={name}
          defaultValue={values[0] ?? ''}
          onBlur={(event) => onValues(event.currentTarget.value.trim() ? [event.currentTarget.value.trim()] : [])}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        />
      )
  }
}
