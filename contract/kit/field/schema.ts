/** Valibot schemas by kind of field, the same for API and forms. */

import * as v from 'valibot'
import { withArticle } from '../../lib/article.ts'
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
import { isChosen, isFile, isTextual } from './kind.ts'
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

/** English messages by code of a problem, for clients without catalogs. */
export const problemMessages: Readonly<Record<string, string>> = {
  required: 'Enter a value',
  max_length: 'Must be at most {max} characters',
  min_length: 'Must be at least {min} characters',
  max_entries: 'Choose at most {max}',
  min_entries: 'Choose at least {min}',
  max_value: 'Must be at most {max}',
  min_value: 'Must be at least {min}',
  integer: 'Enter a whole number',
  number: 'Enter a number',
  type: 'This is not the kind of value expected here',
  html: 'HTML tags are not allowed',
  control: 'Contains characters that cannot be stored',
  digits: 'Digits only',
  letters_digits: 'Letters and digits only',
  stock_code: 'Four letters, such as BBCA',
  percent: 'Must be from 0.01 to 100, with two decimals at most',
  phone: 'Enter an Indonesian mobile number, e.g. 0812 3456 7890',
  url: 'Enter a web address that starts with http:// or https://',
  email: 'Enter an email address in lowercase letters',
  slug: 'Only lowercase letters, digits and hyphens',
  reserved: 'This word is reserved. Choose another',
  colour: 'Enter a colour such as #1a2b3c',
  no_slash: 'Must not contain a slash',
  date: 'Enter a date (YYYY-MM-DD)',
  date_time: 'Enter a date and time',
  month: 'Enter a month (YYYY-MM)',
  week: 'Enter a week of the year (YYYY-Www)',
  period_years: 'Choose this year or one of the three before',
  choice: 'Choose one of the options',
  reference: 'Is not an id',
  unknown_reference: 'Does not exist',
  taken: 'Is already in use',
  duplicate: 'An earlier row of the file says this already',
  member_deleted: 'This member was deleted. Reactivate the member first.',
  one_line: 'Must be one line',
  total_size: 'The files are too large together',
  own_link: 'Must not lead to a short link of ours',
  one_form: 'A page has one form: hide or delete the others',
  video_host: 'A video has an address of YouTube, Vimeo, Instagram or TikTok',
  page_size: 'The page is larger than {max} kB without its pictures: shorten it',
  credentials: 'Leave out the user name and password',
  alone: 'This choice cannot be combined with others',
  before_start: 'Must not be before the start',
  after_start: 'Must be after the start',
  before_payment: 'Must not be before the payment',
  past: 'Must not be in the past',
  future: 'Must not be in the future',
  too_long_ago: 'Must lie within the last 31 days',
  leave_length: 'Leave is at most 90 days long',
  fixed: 'Cannot be changed any more',
  tick: 'No such price on the exchange: choose the next tick',
  targets_rising: 'Targets must rise, the first above the buying price',
  stop_below: 'Must lie below the buying price and the targets',
  frozen: 'Published more than 15 minutes ago: change it by a hold or a sell',
  held: 'It was bought and is still held: close it with a sell first',
  delisted: 'This stock has left the exchange',
  weekend: 'The exchange is closed on that day',
  exchange_closed: 'The exchange did not trade on this day',
  not_traded: 'This stock was not traded on this day',
  far_price: 'Far from the prices of this day, {low} to {high}',
  price_range: 'The close must lie between low and high',
  alert_reached: 'The price is there already',
  second_buy: 'There is an open buy of this stock and category already',
  oversold: 'More than is held on that day',
  whole_lots: 'Whole lots of 100 shares, except when everything is sold',
  closed: 'Everything was sold before this day: begin a new position',
  open_position: 'This product holds the stock already: buy more there',
  other_trades: 'Other trades were changed as well',
  open_buy: 'There is no open buy of this stock',
  template_text: 'No line breaks, tabs, or more than four blanks in a row',
  template_long: 'The message is too long when it is filled in: at most {max} characters',
  template_part: 'This template has a part that cannot be sent from here',
  template_status: 'WhatsApp does not send this template at the moment',
  template_pdf: 'Only a PDF goes with a template',
  coordinate: 'Enter degrees as a number, e.g. -6.2297',
  no_access: 'The member has no access to this product on that day',
  overlaps: 'Lies over another leave of this product',
  file_missing: 'This file did not arrive. Please choose it again',
  file_name: 'The name of this file is too long',
  file_type: 'This kind of file is not accepted',
  file_size: 'The file is too large',
  no_video: 'File video tidak ditemukan',
  image_size: 'At most {width} wide and {height} high',
  published: 'This password is publicly known',
  common_password: 'Many people use this password. Choose another',
  own_name: 'Must not contain your name or email',
  wrong_password: 'This is not your password',
  wrong_code: 'This code is wrong or was already used',
  password_differs: 'The two passwords differ',
  not_allowed: 'You may not choose this',
  not_held: 'You cannot give more than you hold yourself',
  root_only: 'Only Root may change this',
  last_root: 'The last Root has to stay',
  self: 'You cannot change this for yourself',
  unknown_field: 'No such field',
  record_ids: 'Name the records to delete by a list of their ids',
  pair: 'Must be field:value',
  sort: "Must be 'field asc' or 'field desc'",
  range: 'Must be a range from..to',
  sha256: 'Must be a sha256 in lowercase hexadecimal digits',
  checksum: 'The file was damaged during the upload. Try again',
  file_empty: 'The file is empty',
  file_damaged: 'The picture is damaged or not complete. Choose it again, or another one',
  formula: 'Looks like a formula; stored as plain text',
  digits_lost: 'Digits are lost in the file: format the column as text and enter the number again',
  phone_landline: 'This is a landline or service number, and no mobile number',
  phone_abroad: 'This is a number of another country',
  phone_short: 'Digits are missing from this number',
  phone_long: 'This number has too many digits',
  number_unit: 'The unit has several meanings: write the whole number',
  date_serial: 'A plain number is no date: format the column as a date',
  cell_error: 'The cell holds an error of the spreadsheet, and was left empty',
  weekday: 'The weekday does not fit the date; the date was taken',
  month_first: 'Read with the month first; please check',
  type_absent: 'No type is given, so it is Regular',
}

const wireNouns: Readonly<Record<string, string>> = {
  ...{ gambar: 'picture', kode_saham: 'stock code', banner_url: 'picture', onlineclass: 'class' },
  ...{ from: 'beginning', to: 'end', until: 'end', at: 'time', start_at: 'start', end_at: 'end', expires_on: 'last day' },
  ...{ send: 'time to send', send_at: 'time to send', asked_at: 'time of asking', publish_to: 'place to publish' },
  ...{ assigned_to: 'person', sales: 'salesperson', qty: 'quantity', ref: 'record' },
}

/** Problem of an absent required value: 'Enter a bank name', 'Choose a campaign'. */
export function missingValue(path: string, { kind, of }: Pick<Field, 'kind' | 'of'>): FieldProblem {
  const field = path.split('.').at(-1) ?? path
  const params = { field, kind, ...(of && { of }) }
  if (kind === 'phone') return { ...problem('required', params), message: problemMessages.phone ?? '' }
  if (kind === 'flag') return { ...problem('required', params), message: `Set ${field} to true or false` }
  // Names of the wire are Indonesian in places, addresses of files, or no nouns.
  const name = field.replace(/_(?:id|url)$/, '')
  const noun = wireNouns[field] ?? wireNouns[name] ?? name.replaceAll('_', ' ')
  const [, repeated] = /^confirm (.+)$/.exec(noun) ?? []
  const message = repeated ? `Enter the ${repeated} again` : `${isChosen(kind) ? 'Choose' : 'Enter'} ${withArticle(noun)}`
  return { ...problem('required', params), message }
}

/** Returns a problem with its English message, by default 'Is not valid'. */
export function problem(code: string, params?: Record<string, string | number>): FieldProblem {
  const message = (problemMessages[code] ?? 'Is not valid').replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name] ?? ''))
  return { code, message, ...(params && { params }) }
}

/** Returns a problem of an unknown choice; `values`: the valid ones, '' where they are too many. */
export function problemAmong(code: string, values: string): FieldProblem {
  return values ? { ...problem(code, { values }), message: `Choose one of: ${values}` } : problem(code)
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
