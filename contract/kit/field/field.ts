/**
 * Field kinds: what a section is made of. A field is plain data; validation, columns, inputs, filters, wire form and
 * database agreement are derived from its kind, so a section says only what is its own.
 */
import type { Condition } from './condition.ts'
import type { Kind } from './kind.ts'
import type { Permission } from './permission.ts'
import type { Target } from './register.ts'
import type { Tone } from './tone.ts'

export interface Common {
  /** Must be given. With `requiredWhen` it must be given only while the condition holds. */
  required?: boolean
  requiredWhen?: Condition
  /** Asked for only while the condition holds; otherwise its value is dropped. */
  shownWhen?: Condition
  /** Computed by the server: in rows, never in inputs. */
  readOnly?: boolean
  /** Without it the API leaves the value out and the console the column. */
  permission?: Permission
  /** What an add form starts with and the API stores when nothing is given. */
  initial?: unknown
  /** Other names that a body may use in its place; a reference as the record that has the id. */
  aliases?: readonly string[]
}

/** A stored file: `url` is where it can be read. In an input the same field may carry a file that was just chosen. */
export interface StoredFile {
  url: string
  name: string
  size: number
  type: string
}

export const isStoredFile = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && 'url' in value && 'name' in value && 'size' in value && 'type' in value

/** A file chosen on the device, before it is stored. `content` is a Blob; the contract stays free of the DOM. */
export interface ChosenFile {
  name: string
  size: number
  type: string
  content: unknown
}

export type FileValue = StoredFile | ChosenFile

/** Parts of a rich text: headings are in every one, and offered where they are named. Embeds are players of allowed hosts (lib/embed.ts). */
export type RichTool = 'heading' | 'quote' | 'table' | 'picture' | 'embed'

export interface Options {
  /** Characters of a text, size of a number, or entries of a list: at most and at least. */
  max?: number
  min?: number
  /** Numbers only: no fraction. */
  integer?: boolean
  /** Prices only: one that the exchange has (lib/price-tick.ts); a form rounds what is typed to the nearest. */
  tick?: boolean
  /** Texts only: must match; the code names the broken rule in messages (`rule.<code>`). */
  pattern?: { regex: RegExp; code: string }
  /** Texts only: taken as it is, neither trimmed nor searched for HTML; whoever reads it looks at what is in it. */
  verbatim?: boolean
  /** Choices: the values, and those that are exclusive and replace the others (custom, all, nothing). */
  values?: readonly (string | number)[]
  exclusive?: readonly string[]
  /** Choices: written in a form as one text with commas between; every list of choices is read either way. */
  commas?: boolean
  /** Choices: the section that a value stands for; without that section a form does not offer it. */
  sections?: Readonly<Record<string, string>>
  /** Choices: values that only the full or only the back-office mode offers. */
  modes?: Readonly<Record<string, 'full' | 'backOffice'>>
  /** Choices: the tones of their badges; a list shows a choice that has them as a badge. */
  tones?: Readonly<Record<string, Tone>>
  /** Slugs: the field that one is made from where none is given. */
  from?: string
  /**
   * References: the section that they point to, or one of its lists of options, such as 'user/sales' (options.ts). In braces the
   * choice beside it whose value is the section: '{category}'.
   */
  to?: string
  /** References: narrows the options, in the list grammar; braces name a field beside this one: 'model:{model}'. The API checks it, too. */
  query?: string
  /** References: a value 0 that stands for 'Unassigned'. */
  unassigned?: boolean
  /** Images: largest width and height in pixels. Files: accepted types and bytes at most. */
  maxWidth?: number
  maxHeight?: number
  accept?: readonly string[]
  maxBytes?: number
  /** Files: 'private' keeps them from the public addresses, to be read through a call of their own; 'temporary' until they were read once. */
  storage?: 'private' | 'temporary'
  /** Files: what is sent is added to what the record has; stored ones that are named beside it are left out. */
  adds?: true
  /** Dates and times: the text that marks 'no date' on the wire. */
  emptyDate?: string
  /** The server gives one where nothing is sent; it stays while nothing else is. So does a slug that is made `from` another field. */
  made?: true
  /** Only one record may have it: a duplicate begins without it. */
  unique?: boolean
  /** Pictures: what a camera wrote into the file, such as the place, is taken out when it is stored. */
  withoutMetadata?: boolean
  /** Rich texts: what may stand in one beside paragraphs, marks, lists, links and headings. */
  tools?: readonly RichTool[]
  /** Rich texts with pictures: the section that keeps them. */
  pictures?: string
  /** A person sees nothing where there is no date, instead of 'Always Show'. */
  emptyShown?: 'blank'
  /** Nested kinds. */
  fields?: Fields
  /** The reference beside it, and the field of its target, whose value this is: 'member_id.name'. Set by `joined()`. */
  joined?: string
}

export interface Field<
  Value = unknown,
  Required extends boolean = boolean,
  ReadOnly extends boolean = boolean,
  Beside extends string = string,
> extends Omit<Common, 'required' | 'readOnly'>,
    Options {
  readonly kind: Kind
  readonly required: Required
  readonly readOnly: ReadOnly
  /** Where it stands, such as `slider.title`: the id of its words. Set by `section()`. */
  readonly of?: string
  /** Carries the type of the value; never set. */
  readonly value?: Value
  /** Carries the names of the fields beside it that it reads; never set. */
  readonly beside?: Beside
}

export type Fields = { readonly [name: string]: Field }

type IsRequired<O> = O extends { required: true } ? true : false
type IsReadOnly<O> = O extends { readOnly: true } ? true : false

/** The names in the braces of a text: `{category}/{id}` has two. */
export type Braces<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Braces<Rest> : never

type ConditionField<O> = O extends { field: infer Name extends string } ? Name : never

/** The fields beside it that the options of a field name: in conditions, in braces, and as what a slug is made from. */
type BesideOf<O> =
  | (O extends { shownWhen: infer C } ? ConditionField<C> : never)
  | (O extends { requiredWhen: infer C } ? ConditionField<C> : never)
  | (O extends { from: infer Name extends string } ? Name : never)
  | (O extends { query: infer Query } ? Braces<Query> : never)
  | (O extends { to: infer To } ? Braces<To> : never)

/** The options that a kind does not have, each as a mistake that names it. */
type NoOther<O, Known extends keyof Options> = {
  readonly [N in Exclude<keyof O, keyof Common | Known>]: `this kind has no option ${N & string}`
}

type Made<Value, O> = Field<Value, IsRequired<O>, IsReadOnly<O>, BesideOf<O>>

/** A kind, the options that it has beside those of every field, and what limits their values. */
function make<Value, Known extends keyof Options = never, Limits = unknown>(kind: Kind) {
  return <const O extends Common & Options = Record<never, never>>(options?: O & NoOther<O, Known> & Limits): Made<Value, O> => ({
    ...(options as (Common & Options) | undefined),
    kind,
    required: (options?.required ?? false) as IsRequired<O>,
    readOnly: (options?.readOnly ?? false) as IsReadOnly<O>,
  })
}

/** Fields of which each reads only fields that stand beside it; another name is a mistake that says which. */
export type Checked<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<unknown, boolean, boolean, infer Beside>
    ? string extends Beside
      ? unknown
      : [Exclude<Beside, keyof F>] extends [never]
        ? unknown
        : `no field ${Exclude<Beside, keyof F>} stands beside it`
    : unknown
}

export const text = make<string, 'max' | 'min' | 'pattern' | 'verbatim' | 'unique' | 'made'>('text')
export const textarea = make<string, 'max' | 'min' | 'pattern' | 'verbatim'>('textarea')
export const richText = make<string, 'max' | 'tools' | 'pictures'>('richText')
export const slug = make<string, 'max' | 'from' | 'made' | 'unique'>('slug')
export const url = make<string, 'max'>('url')
export const email = make<string, 'max' | 'unique'>('email')
/** Indonesian number as digits, starting 628. */
export const phone = make<string, 'unique'>('phone')
export const digits = make<string, 'max' | 'min' | 'unique'>('digits')
export const colour = make<string>('colour')
/** Written, never read back; calls that carry one are never kept in the outbox. */
export const secret = make<string, 'max' | 'min'>('secret')
export const number = make<number, 'max' | 'min' | 'integer' | 'made' | 'unique'>('number')
/** Whole rupiah. */
export const money = make<number, 'max' | 'min' | 'integer' | 'tick'>('money')
export const percent = make<number, 'max' | 'min'>('percent')
/** 'YYYY-MM-DD'. */
export const date = make<string, 'emptyDate' | 'emptyShown' | 'made'>('date')
/** ISO 8601 with offset on the wire; shown in WIB. */
export const dateTime = make<string, 'emptyDate' | 'emptyShown' | 'made'>('dateTime')
/** 'YYYY-MM'. */
export const month = make<string>('month')
export const flag = make<boolean>('flag')
export const tags = make<string[], 'max' | 'min'>('tags')
/** Id number or ref of a record; rows carry the number. */
export const reference = make<number | string, 'to' | 'query' | 'unassigned' | 'made', { to?: Target }>('reference')
export const references = make<(number | string)[], 'to' | 'query' | 'max' | 'min', { to?: Target }>('references')
/** A value of the record that a reference beside it points to: read with it, never sent and never stored. */
export type Joined<Value, Reference extends string = string> = Field<Value, false, true, Reference> & { readonly joined: string }

/** `path` is 'reference.field'; the kind is that of the target's field, a text where nothing else is said. */
export function joined<Value = string, const Reference extends string = string>(
  path: `${Reference}.${string}`,
  kind?: Field<Value>,
): Joined<Value, Reference> {
  const { beside: _, ...shape } = kind ?? { kind: 'text' as const }
  return { ...shape, required: false, readOnly: true, joined: path }
}

/** The first joined field of a reference, which it is shown and sorted by. */
export const firstJoined = (fields: Fields, referenceName: string): string | undefined =>
  Object.keys(fields).find((name) => fields[name]?.joined?.startsWith(`${referenceName}.`))

export const image = make<FileValue, 'maxWidth' | 'maxHeight' | 'accept' | 'maxBytes' | 'storage' | 'withoutMetadata'>('image')
export const file = make<FileValue, 'accept' | 'maxBytes' | 'storage'>('file')
/** @public Its first section is online-class. */
export const video = make<FileValue, 'accept' | 'maxBytes' | 'storage'>('video')

/** Several files in one field, in an order; `accept`, `maxBytes`, `maxWidth` and `maxHeight` hold for each. */
export const files = make<
  FileValue[],
  'accept' | 'maxBytes' | 'maxWidth' | 'maxHeight' | 'max' | 'min' | 'storage' | 'adds' | 'withoutMetadata'
>('files')

type ChoiceOption = 'exclusive' | 'commas' | 'sections' | 'modes' | 'tones' | 'made'
/** Tones of the values alone. */
type TonesOf<V extends readonly (string | number)[], O> = O extends { tones: infer T }
  ? { tones: { readonly [N in Exclude<keyof T, `${V[number]}`>]: `no value ${N & string}` } }
  : unknown

export function choice<const V extends readonly (string | number)[], const O extends Common & Options = Record<never, never>>(
  values: V,
  options?: O & NoOther<O, ChoiceOption> & TonesOf<V, O>,
): Made<V[number], O> {
  return { ...make<V[number], ChoiceOption>('choice')(options), values }
}

export function choices<const V extends readonly (string | number)[], const O extends Common & Options = Record<never, never>>(
  values: V,
  options?: O & NoOther<O, ChoiceOption | 'max' | 'min'>,
): Made<V[number][], O> {
  return { ...make<V[number][], ChoiceOption | 'max' | 'min'>('choices')(options), values }
}

export function object<const F extends Fields, const O extends Common & Options = Record<never, never>>(
  fields: F & Checked<F>,
  options?: O & NoOther<O, never>,
): Made<InputOf<F>, O> {
  return { ...make<InputOf<F>>('object')(options), fields }
}

/** A list of nested records, merged by their `ref`. */
export function rows<const F extends Fields, const O extends Common & Options = Record<never, never>>(
  fields: F & Checked<F>,
  options?: O & NoOther<O, 'max' | 'min'>,
): Made<InputOf<F>[], O> {
  return { ...make<InputOf<F>[], 'max' | 'min'>('rows')(options), fields }
}

export type ValueOf<F> = F extends Field<infer V, boolean, boolean> ? V : never

type Flat<T> = { -readonly [K in keyof T]: T[K] } & {}

/** What a person or client sends: read-only fields left out, optional ones may be absent or null (cleared). */
export type InputOf<F extends Fields> = Flat<
  { [K in keyof F as F[K] extends Field<unknown, true, false> ? K : never]: ValueOf<F[K]> } & {
    [K in keyof F as F[K] extends Field<unknown, true, false> ? never : F[K] extends Field<unknown, boolean, true> ? never : K]?: ValueOf<
      F[K]
    > | null
  }
>

/** What the server answers: every field, optional ones null when empty. */
export type RowOf<F extends Fields> = Flat<{
  [K in keyof F]: F[K] extends Field<infer V, true, boolean> ? V : F[K] extends Field<infer V, boolean, boolean> ? V | null : never
}>

/** The server makes its value where nobody gives one. */
export const isMade = ({ made, kind, from }: Field): boolean => made === true || (kind === 'slug' && from !== undefined)

/** Nothing is there: null, blank and an empty list are the same. */
export function isEmpty(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0)
}
