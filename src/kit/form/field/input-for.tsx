import { lazy, type ReactNode, Suspense } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Switch } from '#console/ui/switch.tsx'
import type { Kind } from '#contract/kit/field/kind.ts'
import { ChoiceInput, ChoicesInput } from '../inputs/choice-input.tsx'
import { ColourInput } from '../inputs/colour-input.tsx'
import { DateField, DateTimeInput } from '../inputs/date-input.tsx'
import { FileInput } from '../inputs/file-input.tsx'
import { FilesInput } from '../inputs/files-input.tsx'
import { NumberInput } from '../inputs/number-input.tsx'
import { ReferenceInput, ReferencesInput } from '../inputs/reference-input.tsx'
import { SlugInput } from '../inputs/slug-input.tsx'
import { TagsInput } from '../inputs/tags-input.tsx'
import { TextareaInput, TextInput } from '../inputs/text-input.tsx'
import { about } from '../values/about.ts'
import type { InputProps } from '../values/tools.ts'
import { ObjectInput } from './object-input.tsx'
import { RowsInput } from './rows-input.tsx'

function FlagInput(props: InputProps) {
  const on = props.value === true
  return (
    <span className="flex h-control items-center gap-3 text-sm text-muted-foreground">
      <Switch {...about(props)} checked={on} onChange={(event) => props.onChange(event.currentTarget.checked)} onBlur={props.onBlur} />
      {t(on ? 'choice.true' : 'choice.false')}
    </span>
  )
}

const Text = lazy(async () => (await import('../inputs/rich-text-input.tsx')).load())
const Article = lazy(async () => (await import('../inputs/rich-text/article-input.tsx')).load())

const RichTextInput = (props: InputProps) => (
  <Suspense fallback={<div className="h-40 animate-breathe rounded-md bg-muted" />}>
    {props.field.tools ? <Article {...props} /> : <Text {...props} />}
  </Suspense>
)

const Video = lazy(async () => (await import('../inputs/video-input.tsx')).load())

const VideoInput = (props: InputProps) => (
  <Suspense fallback={<div className="h-24 animate-breathe rounded-lg bg-muted" />}>
    <Video {...props} />
  </Suspense>
)

type Input = (props: InputProps) => ReactNode

const inputs: Partial<Record<Kind, Input>> = {
  slug: SlugInput,
  textarea: TextareaInput,
  richText: RichTextInput,
  number: NumberInput,
  money: NumberInput,
  percent: NumberInput,
  date: DateField,
  dateTime: DateTimeInput,
  month: DateField,
  flag: FlagInput,
  choice: ChoiceInput,
  choices: ChoicesInput,
  tags: TagsInput,
  reference: ReferenceInput,
  references: ReferencesInput,
  image: FileInput,
  file: FileInput,
  video: VideoInput,
  files: FilesInput,
  colour: ColourInput,
  object: ObjectInput,
  rows: RowsInput,
}

/** The input of a kind; kinds of text without one of their own share it. */
export const inputFor = (kind: Kind): Input => inputs[kind] ?? TextInput
