/**
 * Example inputs derived from fields: equal numbers `n` give equal records, different ones differ in unique fields. Used by OpenAPI and
 * conformance.
 */

import { met } from '../field/condition.ts'
import type { Field, Fields } from '../field/field.ts'
import { isRecord, toRecord } from '../field/guards.ts'
import { isFile, isNumeric, isTextual } from '../field/kind.ts'
import type { Call, CallExample } from './call.ts'
import { removalBody } from './call.ts'
import { targetBeside } from './options.ts'
import type { Section } from './section.ts'
import { sectionCalls } from './section-calls.ts'

/** Source of values that fields do not determine. */
export interface ExampleSource {
  /** Ids of a reference's target, by its `to`. */
  ids(to: string): readonly (number | string)[]
  /** A file of an accepted type; undefined where there is none. */
  file(field: Field): unknown
}

/** A distinct stock code per number. */
const fourLetters = (n: number) => `Z${[676, 26, 1].map((place) => String.fromCharCode(65 + (Math.floor(n / place) % 26))).join('')}`

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]
const two = (n: number) => String(n).padStart(2, '0')
const day = (n: number) => `${2026 + (n % 3)}-${two((n % 12) + 1)}-${two((n % 28) + 1)}`

function exampleText(field: Field, n: number): string {
  switch (field.kind) {
    case 'email':
      return `contoh.${n}@lapangan.test`
    case 'phone':
      return `62812${String(n).padStart(8, '0').slice(-8)}`
    case 'digits':
      return String(n)
        .padStart(Math.max(10, field.min ?? 0), '7')
        .slice(0, field.max ?? 20)
    case 'url':
      return `https://lapangan.test/contoh/${n}`
    case 'colour':
      return `#${(n % 0xffffff).toString(16).padStart(6, '0')}`
    case 'slug':
      return `contoh-${n}`
    case 'richText':
      return `<p>Contoh ${n}</p>`
    default: {
      const words = `Contoh ${n} O'Brien, 50%: ya`.slice(0, field.max ?? 255).padEnd(field.min ?? 0, 'x')
      return [words, `CONTOH${n}`, fourLetters(n)].find((text) => field.pattern?.regex.test(text) !== false) ?? words
    }
  }
}

/** Returns a valid value; undefined where there is none (a reference without a target). */
function exampleValue(field: Field, n: number, source: ExampleSource): unknown {
  const { kind } = field
  if (isTextual(kind)) return exampleText(field, n)
  if (isNumeric(kind)) return Math.min(field.max ?? 90, Math.max(field.min ?? 0, n % 90))
  if (isFile(kind)) return source.file(field)
  switch (kind) {
    case 'secret':
      return `rahasia-${n}-lapangan`
    case 'date':
      return day(n)
    case 'dateTime':
      return `${day(n)}T0${n % 10}:30:00+07:00`
    case 'month':
      return day(n).slice(0, 7)
    case 'flag':
      return n % 2 === 0
    case 'choice':
      // Values of an absent section are not offered, nor those of back-office mode.
      return pick(field.values?.filter((value) => !field.sections?.[value] && field.modes?.[value] !== 'backOffice') ?? [], n)
    case 'choices':
      return field.values
        ?.filter((value) => !field.exclusive?.includes(String(value)))
        .slice(0, 2)
        .toReversed()
    case 'tags':
      return [`contoh-${n}`, 'dua kata']
    case 'reference':
      return pick(source.ids(field.to ?? ''), n)
    case 'references': {
      const id = pick(source.ids(field.to ?? ''), n)
      return id === undefined ? undefined : [id]
    }
    case 'files': {
      const file = source.file(field)
      return file === undefined ? undefined : [file]
    }
    case 'object':
      return example(field.fields ?? {}, n, source)
    default:
      return [example(field.fields ?? {}, n, source), example(field.fields ?? {}, n + 1, source)]
  }
}

/** Returns a valid record with all possible fields: initial values first, then fields shown by those. */
export function example(fields: Fields, n: number, source: ExampleSource): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  const deciding = new Set(Object.values(fields).flatMap((field) => [field.shownWhen?.field, field.requiredWhen?.field]))
  const written = Object.entries(fields).filter(([, field]) => !field.readOnly)
  for (const [name, field] of written) if (deciding.has(name)) record[name] = field.initial ?? exampleValue(field, n, source)
  for (const [name, field] of written) {
    if (name in record || !met(field.shownWhen, record)) continue
    const value = exampleValue(field.to ? { ...field, to: targetBeside(field, record) } : field, n, source)
    if (value !== undefined) record[name] = value
  }
  return record
}

/** Numbers of records of the demo data. */
const places = { changed: 1, removed: 2 } as const

function exampleBody(call: Call, source: ExampleSource): unknown {
  if (call.removal) return removalBody(call.removal, [places.removed])
  if (!call.body) return undefined
  if (call.action === 'swap') return { from: places.changed, to: places.removed }
  return example(call.body, call.action === 'create' ? 1 : 2, source)
}

/** Returns a request that works on demo data: derived from the call, overridden by `own`. */
export function exampleRequest(
  call: Call,
  source: ExampleSource,
  own: CallExample = {},
): Required<Omit<CallExample, 'after' | 'onlyWith'>> {
  const id = String(call.removal ? places.removed : places.changed)
  const params = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, id]))
  const asked = typeof call.query === 'object' ? Object.entries(call.query).filter(([, field]) => field.required) : []
  const query = example(Object.fromEntries(asked), 1, source)
  const body = exampleBody(call, source)
  const given = bodyOf(own, call.action === 'create' ? 1 : 2)
  return {
    params: { ...params, ...own.params },
    query: { ...query, ...own.query },
    body: isRecord(given) && isRecord(body) ? over(body, given) : (given ?? body),
  }
}

/** Returns the example body of record `n`. */
const bodyOf = ({ body }: CallExample, n: number): unknown => (typeof body === 'function' ? body(n) : body)

/** Merges both, without undefined values. */
function over(derived: Readonly<Record<string, unknown>>, own: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...derived, ...own }).filter(([, value]) => value !== undefined))
}

/** A record as the section's form sends it. `ownOf` has the examples that are not derived. */
export function exampleRecord(
  section: Section,
  n: number,
  source: ExampleSource,
  ownOf: (call: Call) => CallExample,
): Record<string, unknown> {
  const record = example(section.fields, n, source)
  const isOfIt = ({ action, fixed = {} }: Call) =>
    action === 'create' && Object.entries(fixed).every(([name, value]) => record[name] === value)
  const created = sectionCalls(section).find(isOfIt)
  return over(record, toRecord(created && bodyOf(ownOf(created), n)))
}
