/** Kinds of fields and their common properties. */

export type Kind =
  | 'text'
  | 'textarea'
  | 'richText'
  | 'slug'
  | 'url'
  | 'email'
  | 'phone'
  | 'digits'
  | 'colour'
  | 'secret'
  | 'number'
  | 'money'
  | 'percent'
  | 'date'
  | 'dateTime'
  | 'month'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'tags'
  | 'reference'
  | 'references'
  | 'image'
  | 'file'
  | 'video'
  | 'files'
  | 'object'
  | 'rows'

/** Returns whether a kind is text, for search and filters. */
export function isTextual(kind: Kind): boolean {
  return ['text', 'textarea', 'richText', 'slug', 'url', 'email', 'phone', 'digits', 'colour'].includes(kind)
}

export function isNumeric(kind: Kind): boolean {
  return kind === 'number' || kind === 'money' || kind === 'percent'
}

const chosenKinds: ReadonlySet<string> = new Set<Kind>([
  'choice',
  'choices',
  'reference',
  'references',
  'image',
  'file',
  'video',
  'files',
  'date',
  'dateTime',
  'month',
  'colour',
  'flag',
])
/** Returns whether the value is picked rather than typed. */
export const isChosen = (kind: unknown): boolean => typeof kind === 'string' && chosenKinds.has(kind)

export function isFile(kind: Kind): boolean {
  return kind === 'image' || kind === 'file' || kind === 'video'
}

export function isMany(kind: Kind): boolean {
  return kind === 'choices' || kind === 'tags' || kind === 'references' || kind === 'rows' || kind === 'files'
}
