/** Valibot schemas by kind of field, the same for API and forms. */

import * as v from 'valibot'
import { storedMoment } from '../../lib/date-text.ts'
import * as pattern from '../../lib/patterns.ts'
import { storedPhone } from '../../lib/phone.ts'
import { roundPrice } from '../../lib/price-tick.ts'
import { readableText } from '../../lib/readable-text.ts'
import { isReservedSlug, maxSlug, minSlug } from '../../lib/slug.ts'
import { met } from './condition.ts'
import type { FieldProblem } from './errors.ts'
import { type Field, type Fields, isEmpty } from './field.ts'
import { isRecord, toText } from './guards.ts'
import { isFile, isTextual } from './kind.ts'
import { missingValue, problem, problemAmong } from './problem.ts'
import type { Rule } from './rule.ts'
import { maxVideoBytes } from './video.ts'
import { stripEmpty } from './wire.ts'

const maxLengths: Partial<Record<Field['kind'], number>> = { textarea: 5_000, richText: 200_000, url: 2_048, secret: 256, slug: maxSlug }

function textSchema(field: Field): v.GenericSchema {
  const isRich = field.kind === 'richText'
  const maxLength = (isRich ? undefined : field.max) ?? maxLengths[field.kind] ?? 255
  const steps: v.GenericPipeAction<string, string>[] = [v.maxLength(maxLength)]
  if (isRich && field.max !== undefined) {
    const { max } = field
    steps.push(v.check((value: string) => readableText(value).length <= max, `max_length:${max}`))
  }
  const must = (regex: RegExp, code: string) => steps.push(v.regex(regex, code))
  const minLength = field.min ?? (field.kind === 'slug' ? minSlug : undefined)
  if (minLength !== undefined) steps.push(v.minLength(minLength))
  steps.push(v.check((value: string) => !pattern.controlCharacter.test(value), 'control'))
  const isVerbatim = isRich || field.kind === 'secret' || field.verbatim
  if (!isVerbatim) steps.push(v.check((value: string) => !pattern.hasHtml(value), 'html'))
  if (field.kind === 'digits') must(pattern.digitsOnly, 'digits')
  if (field.kind === 'phone') must(pattern.phone628, 'phone')
  if (field.kind === 'url') must(pattern.httpUrl, 'url')
  if (field.kind === 'email') must(pattern.lowercaseEmail, 'email')
  if (field.kind === 'slug') {
    must(pattern.slugPattern, 'slug')
    steps.push(v.check((value: string) => !isReservedSlug(value), 'reserved'))
  }
  if (field.kind === 'colour') must(pattern.hexColour, 'colour')
  if (field.pattern) must(field.pattern.regex, field.pattern.code)
  if (field.kind === 'phone')
    return v.pipe(v.string(), v.trim(), v.transform(storedPhone), ...(steps as [v.GenericPipeAction<string, string>]))
  const base = isVerbatim ? v.string() : v.pipe(v.string(), v.trim())
  return v.pipe(base, ...(steps as [v.GenericPipeAction<string, string>]))
}

function numberSchema(field: Field): v.GenericSchema {
  const steps: v.GenericPipeAction<number, number>[] = [v.finite()]
  if (field.kind === 'money' || field.integer) steps.push(v.integer())
  if (field.tick) steps.push(v.check((value: number) => roundPrice(value) === value, 'tick'))
  steps.push(v.minValue(field.min ?? (field.kind === 'number' ? Number.MIN_SAFE_INTEGER : 0)))
  steps.push(v.maxValue(field.max ?? (field.kind === 'percent' ? 100 : Number.MAX_SAFE_INTEGER)))
  return v.pipe(v.number(), ...(steps as [v.GenericPipeAction<number, number>]))
}

function isCalendarDate(value: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!match || match[1] === '0000') return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

/** An ISO moment. A value on the day of the field's `emptyDate` becomes that mark, whatever its time and zone. */
function dateTimeSchema({ emptyDate }: Field): v.GenericSchema {
  const momentOf = (value: string) =>
    emptyDate !== undefined && value.startsWith(emptyDate.slice(0, 10)) ? emptyDate : storedMoment(value)
  return v.pipe(
    v.string(),
    v.check((value) => momentOf(value) !== null, 'date_time'),
    v.transform(momentOf),
  )
}

/** Id number or ref, or a record with either as `id`; 0 only as 'Unassigned'. */
function referenceSchema(field: Field): v.GenericSchema {
  const minId = field.unassigned ? 0 : 1
  const isId = (value: unknown) => (typeof value === 'number' ? Number.isSafeInteger(value) && value >= minId : isUuid(value))
  const toId = (value: unknown) => (isRecord(value) && 'id' in value ? value.id : value)
  return v.pipe(v.unknown(), v.transform(toId), v.check(isId, 'reference'))
}

const isUuid = (value: unknown) => typeof value === 'string' && pattern.uuid.test(value)

/** An exclusive entry must be the only one. */
function exclusiveCheck(field: Field) {
  return v.check((values: unknown[]) => values.length < 2 || !values.some((value) => field.exclusive?.includes(toText(value))), 'alone')
}

const maxEntriesOf = ({ max, kind }: Field) => max ?? (kind === 'files' ? 10 : 1_000)

/** Most choices that a message names. */
export const maxNamed = 20

/** Schema of a choice. Its problem has the values. */
function choiceSchema({ values = [] }: Field): v.GenericSchema {
  return v.picklist(values, values.length <= maxNamed ? `choice:${values.join(', ')}` : 'choice')
}

/** Splits choices that are sent as a comma-separated text. */
function splitChoices(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const entries = value.split(',').map((entry) => entry.trim())
  return entries.filter((entry) => entry !== '')
}

/** Checks the length before any entry: a million wrong entries would be a million problems. */
function listSchema(field: Field, entry: v.GenericSchema): v.GenericSchema {
  return v.pipe(
    v.array(v.unknown()),
    v.maxLength(maxEntriesOf(field), 'max_entries'),
    v.array(entry),
    v.minLength(field.min ?? 0, 'min_entries'),
    exclusiveCheck(field),
  )
}

function fileSchema(field: Field): v.GenericSchema {
  const named = v.looseObject({ name: v.string(), size: v.number(), type: v.string() })
  const accepts = (type: string) =>
    !field.accept || field.accept.some((want) => (want.endsWith('/*') ? type.startsWith(want.slice(0, -1)) : want === type))
  return v.pipe(
    named,
    v.check((value) => field.kind !== 'video' || value.type.startsWith('video/'), 'no_video'),
    v.check((value) => accepts(value.type), 'file_type'),
    v.check((value) => value.size <= (field.maxBytes ?? (field.kind === 'video' ? maxVideoBytes : 20_000_000)), 'file_size'),
  )
}

/** Returns the schema of a present value. */
export function valueSchema(field: Field): v.GenericSchema {
  switch (field.kind) {
    case 'number':
    case 'money':
    case 'percent':
      return numberSchema(field)
    case 'date':
      return v.pipe(v.string(), v.check(isCalendarDate, 'date'))
    case 'dateTime':
      return dateTimeSchema(field)
    case 'month':
      return v.pipe(v.string(), v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'month'))
    case 'flag':
      return v.boolean()
    case 'choice':
      return choiceSchema(field)
    case 'choices':
      return v.pipe(v.unknown(), v.transform(splitChoices), listSchema(field, choiceSchema(field)))
    case 'tags':
      return listSchema(field, textSchema({ kind: 'text', required: true, readOnly: false, max: 60, min: 1 }))
    case 'reference':
      return referenceSchema(field)
    case 'references':
      return listSchema(field, referenceSchema(field))
    case 'files':
      return listSchema(field, fileSchema(field))
    case 'object':
      return inputSchema(field.fields ?? {})
    case 'rows':
      return listSchema(
        field,
        v.object({ ...entrySchemas(field.fields ?? {}), ref: v.nullish(v.pipe(v.string(), v.regex(pattern.uuid, 'reference'))) }),
      )
    default:
      return isFile(field.kind) ? fileSchema(field) : isTextual(field.kind) || field.kind === 'secret' ? textSchema(field) : v.never()
  }
}

const blankIsNull = v.transform((value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value))

const madeEntries = new WeakMap<Fields, Record<string, v.GenericSchema>>()

/** Cached per fields object, which never changes. */
function entrySchemas(fields: Fields): Record<string, v.GenericSchema> {
  const made = madeEntries.get(fields)
  if (made) return made
  const written = Object.entries(fields).filter(([, field]) => !field.readOnly)
  const entries = Object.fromEntries(
    written.map(([name, field]) => [name, v.optional(v.pipe(v.unknown(), blankIsNull, v.nullish(valueSchema(field))))]),
  )
  madeEntries.set(fields, entries)
  return entries
}

/** Returns the schema of an input: read-only and unknown keys are dropped; null, blank and absent are equal. */
export function inputSchema(fields: Fields): v.GenericSchema<unknown, Record<string, unknown>> {
  return v.object(entrySchemas(fields)) as v.GenericSchema<unknown, Record<string, unknown>>
}

/** Absent required values by path; nested values of a wrong shape are left to the schema. */
function missing(fields: Fields, record: Readonly<Record<string, unknown>>, prefix = ''): [path: string, field: Field][] {
  return Object.entries(fields).flatMap(([name, field]): [string, Field][] => {
    if (field.readOnly || !met(field.shownWhen, record)) return []
    const value = record[name]
    if (isEmpty(value)) return field.required || (field.requiredWhen && met(field.requiredWhen, record)) ? [[prefix + name, field]] : []
    const nested = field.kind === 'object' ? [[value, name] as const] : []
    const isListed = field.kind === 'rows' && Array.isArray(value) && value.length <= maxEntriesOf(field)
    const listed = isListed ? value.map((row: unknown, i) => [row, `${name}.${i}`] as const) : []
    return [...nested, ...listed].flatMap(([inner, path]) =>
      isRecord(inner) ? missing(field.fields ?? {}, inner, `${prefix}${path}.`) : [],
    )
  })
}

function toProblem(issue: v.BaseIssue<unknown>): FieldProblem {
  if (issue.type === 'picklist') return problemAmong('choice', issue.message.replace(/^choice:?/, ''))
  const bound = typeof issue.requirement === 'number' ? issue.requirement : undefined
  if (issue.kind === 'schema') return problem(issue.expected === 'number' ? 'number' : 'type')
  if (issue.type === 'finite') return problem('number')
  const [named = '', max] = issue.message.split(':')
  if (issue.type === 'check' && max) return problem(named, { max: Number(max) })
  if (bound === undefined) return problem(issue.type === 'integer' ? 'integer' : issue.message)
  const code = issue.message.endsWith('_entries') ? issue.message : issue.type
  return problem(code, code.startsWith('max') ? { max: bound } : { min: bound })
}

/** Returns the input without hidden fields; a field that depends on a hidden one is hidden, too. */
function shownOnly(fields: Fields, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const record = { ...input }
  for (const [name, field] of Object.entries(fields)) if (!met(field.shownWhen, record)) delete record[name]
  return record
}

export type Validation<T> = { ok: true; value: T } | { ok: false; problems: Record<string, FieldProblem> }

/**
 * Validates a record against fields and rules. Hidden fields and empty values are dropped, so that the result is ready for the wire or the
 * table. Problems are keyed by path, such as `sales.0.id`.
 */
export function validate(fields: Fields, rules: readonly Rule[], input: unknown): Validation<Record<string, unknown>> {
  if (!isRecord(input)) return { ok: false, problems: { '': problem('type') } }
  // Each text stops at its first broken rule: an overlong text is not searched.
  const parsed = v.safeParse(inputSchema(fields), shownOnly(fields, input), { abortPipeEarly: true })
  const problems: Record<string, FieldProblem> = {}
  for (const issue of parsed.issues ?? []) problems[v.getDotPath(issue) ?? ''] ??= toProblem(issue)
  const record = parsed.output as Record<string, unknown>
  for (const [path, field] of missing(fields, record)) problems[path] = missingValue(path, field)
  const wrong = new Set(Object.keys(problems).map((path) => path.split('.')[0]))
  // Rules get only values of the right type, and need no guards.
  const sound = Object.fromEntries(Object.entries(record).filter(([name]) => !wrong.has(name)))
  for (const rule of rules) if (!wrong.has(rule.field) && !rule.test(sound)) problems[rule.field] ??= problem(rule.code)
  if (Object.keys(problems).length) return { ok: false, problems }
  return { ok: true, value: Object.fromEntries(Object.entries(stripEmpty(record)).filter(([, entry]) => !isEmpty(entry))) }
}
