/**
 * Inputs derived from fields: right ones and wrong ones. Pure in `n`, so `fc.nat().map((n) => example(fields, n, ids))` is an
 * arbitrary and equal numbers give equal records.
 */
import type { Encoding } from '#contract/kit/call.ts'
import { type Field, type Fields, isFile, isMany, isNumeric, isTextual, met } from '#contract/kit/field.ts'

/** Ids that references may point to, by the `to` of the field. */
export type Ids = Readonly<Record<string, readonly (number | string)[]>>
export type Values = Record<string, unknown>

/** The smallest picture there is: one transparent pixel. */
export function onePixel(): File {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  return new File([Buffer.from(png, 'base64')], 'pixel.png', { type: 'image/png' })
}

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
    default:
      return `Contoh ${n} O'Brien, 50%: ya`.slice(0, field.max ?? 255).padEnd(field.min ?? 0, 'x')
  }
}

/** A right value of a field; undefined where none can be made (a reference to nothing that exists). */
export function exampleValue(field: Field, n: number, ids: Ids): unknown {
  const { kind } = field
  if (isTextual(kind)) return exampleText(field, n)
  if (isNumeric(kind)) return Math.min(field.max ?? 90, Math.max(field.min ?? 0, n % 90))
  if (kind === 'image') return onePixel()
  if (isFile(kind)) return field.accept?.includes('image/png') === false ? undefined : onePixel()
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
      return pick(field.values ?? [], n)
    case 'choices':
      return field.values
        ?.filter((value) => !field.exclusive?.includes(String(value)))
        .slice(0, 2)
        .toReversed()
    case 'tags':
      return [`contoh-${n}`, 'dua kata']
    case 'reference':
      return pick(ids[field.to ?? ''] ?? [], n)
    case 'references': {
      const id = pick(ids[field.to ?? ''] ?? [], n)
      return id === undefined ? undefined : [id]
    }
    case 'object':
      return example(field.fields ?? {}, n, ids)
    default:
      return [example(field.fields ?? {}, n, ids), example(field.fields ?? {}, n + 1, ids)]
  }
}

/** A right record with every field that can be given: initial values first, then what those let be shown. */
export function example(fields: Fields, n: number, ids: Ids): Values {
  const record: Values = {}
  const deciding = new Set(Object.values(fields).flatMap((field) => [field.shownWhen?.field, field.requiredWhen?.field]))
  const written = Object.entries(fields).filter(([, field]) => !field.readOnly)
  for (const [name, field] of written) if (deciding.has(name)) record[name] = field.initial ?? exampleValue(field, n, ids)
  for (const [name, field] of written) {
    if (name in record || !met(field.shownWhen, record)) continue
    const value = exampleValue(field, n, ids)
    if (value !== undefined) record[name] = value
  }
  return record
}

/** The record with another field set so that this one is asked for. */
export function showing(field: Field, record: Values): Values {
  const condition = field.shownWhen ?? field.requiredWhen
  if (!condition || met(condition, record)) return record
  const value = condition.is?.[0] ?? (condition.not?.includes(true) ? false : null)
  return { ...record, [condition.field]: value }
}

/** Wrong values of a field, each with why. In a form everything is text, so only what is wrong as a text is wrong there. */
export function wrongValues(field: Field, encoding: Encoding): [why: string, value: unknown][] {
  const wrong: [string, unknown][] = []
  const { kind } = field
  const text = isTextual(kind) || kind === 'secret'
  const maxLength = field.max ?? { textarea: 5_000, richText: 200_000, url: 2_048, secret: 256 }[String(kind)] ?? 255
  if (text) wrong.push(['too long', 'x'.repeat(maxLength + 1)])
  if (isTextual(kind) && kind !== 'richText') wrong.push(['a control character', 'a\u0000b'])
  if (isTextual(kind) && kind !== 'richText' && !field.verbatim) wrong.push(['HTML', '<img src=x onerror=alert(1)>'])
  if (text && field.min !== undefined && field.min > 1) wrong.push(['too short', '1'.repeat(field.min - 1)])
  if (['phone', 'digits', 'url', 'email', 'slug', 'colour', 'date', 'dateTime', 'month'].includes(kind))
    wrong.push(['nonsense', 'ini bukan, itu'])
  if (isNumeric(kind)) wrong.push(['no number', 'lima'], ['too large', 1e300])
  if (field.integer || kind === 'money') wrong.push(['a fraction', 1.5])
  if (kind === 'flag') wrong.push(['no yes or no', 'mungkin'])
  if (kind === 'choice') wrong.push(['an unknown choice', 'entah'])
  if (kind === 'choices') wrong.push(['an unknown choice', ['entah']])
  if (kind === 'reference') wrong.push(['no id', "1' or '1'='1"], ['a negative id', -1])
  if (kind === 'references') wrong.push(['no id', ["1' or '1'='1"]])
  if (isFile(kind)) wrong.push(['another type', new File(['#!/bin/sh'], 'a.sh', { type: 'application/x-sh' })])
  if (kind === 'rows' || kind === 'object') wrong.push(['no record', 'entah'])
  if (encoding === 'json') {
    if (text || kind === 'date' || kind === 'dateTime') wrong.push(['a number', 5], ['an object', { a: 1 }])
    if (isMany(kind)) wrong.push(['no list', 'entah'])
  }
  return wrong
}
