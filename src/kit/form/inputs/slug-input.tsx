import { useFormContext, useWatch } from 'react-hook-form'
import { toText } from '#contract/kit/field/guards.ts'
import { slugOf } from '#contract/lib/slug.ts'
import type { FormValues, InputProps } from '../values/tools.ts'
import { TextInput } from './text-input.tsx'
import { parentPathOf } from './use-siblings.ts'

/** An empty slug shows the one that is made of the title; the server adds a number where that is taken. */
export function SlugInput(props: InputProps) {
  const { control } = useFormContext<FormValues>()
  const from = props.field.from ?? ''
  const title = useWatch({ control, name: parentPathOf(props.name) + from, disabled: !from })
  return <TextInput {...props} placeholder={from ? slugOf(toText(title), props.field.max) : ''} />
}
