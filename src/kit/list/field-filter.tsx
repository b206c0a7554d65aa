import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConnection } from '#console/data/connection.ts'
import { foundOptions, namedOptions, optionsOptions } from '#console/data/option-queries.ts'
import { t } from '#console/i18n/i18n.ts'
import type { Field } from '#contract/kit/field.ts'
import { exclusiveChoices, unassigned } from '#contract/options.ts'
import { keyAction } from '../keys.ts'
import { choiceLabel } from '../labels.ts'
import { useSettled } from '../use-settled.ts'
import * as look from './classes.ts'
import { choose } from './exclusive.ts'
import { type FilterChoice, offered, toChoice } from './filter-options.ts'

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

/** Long enough that typing a word asks once. */
const pauseMs = 250

interface ReferencesProps extends Omit<Props, 'field'> {
  source: string
  /** What stands in the query. */
  by: 'id' | 'label'
  isProtected: readonly FilterChoice[]
}

/** References by name, found on the device and on the server; what is chosen is always shown. */
function References({ source, by, isProtected, ...rest }: ReferencesProps) {
  const { values } = rest
  const [text, setText] = useState('')
  const asked = useSettled(text.trim(), pauseMs)
  const online = useConnection() === 'online'
  const toOption = toChoice(by)
  const { data: all, isPending } = useQuery(optionsOptions(source))
  const { data: found = [] } = useQuery({ ...foundOptions(source, asked), enabled: online && asked !== '' })
  const cached = (all ?? []).map(toOption)
  const unnamed = by === 'id' ? values.filter((value) => ![...isProtected, ...cached].some((choice) => choice.value === value)) : []
  const { data: named = [] } = useQuery({ ...namedOptions(source, unnamed), enabled: online && !isPending && unnamed.length > 0 })
  const options = offered({
    ...{ isProtected, cached, chosen: values, text },
    found: online && asked ? found.map(toOption) : [],
    named: named.map(toOption),
  })
  return (
    <>
      {(cached.length > 8 || text !== '') && (
        <input
          type="search"
          className={look.control}
          placeholder={t('list.searchOptions')}
          aria-label={t('list.searchOptions')}
          maxLength={200}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {options.length === 0 && !isPending && <p className="text-sm text-muted-foreground">{t('list.empty')}</p>}
      <Choices options={options} {...rest} />
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
          options={(field.values ?? []).map((value) => ({ value: String(value), label: choiceLabel(value, field) }))}
          values={values}
          onValues={onValues}
          {...(field.exclusive && { exclusive: field.exclusive })}
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
      return (
        <References
          {...{ name, values, onValues }}
          source={field.to ?? ''}
          by="id"
          isProtected={field.unassigned ? [{ value: String(unassigned), label: t('list.unassigned') }] : []}
        />
      )
    case 'tags':
      return <References {...{ name, values, onValues }} source="tag-manager" by="label" isProtected={[]} />
    default:
      return (
        <input
          className={look.control}
          aria-label={name}
          defaultValue={values[0] ?? ''}
          onBlur={(event) => onValues(event.currentTarget.value.trim() ? [event.currentTarget.value.trim()] : [])}
          onKeyDown={(event) => keyAction('form', event) === 'accept' && event.currentTarget.blur()}
        />
      )
  }
}
