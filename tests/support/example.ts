/** Inputs derived from fields, for programs: valid ones with files, and invalid ones. */

import { met } from '#contract/kit/field/condition.ts'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { isFile, isMany, isNumeric, isTextual } from '#contract/kit/field/kind.ts'
import type { Encoding } from '#contract/kit/section/call.ts'
import { type ExampleSource, example as exampleOf } from '#contract/kit/section/example.ts'
import type { Section } from '#contract/kit/section/section.ts'

/** Valid ids of references, by the field's `to`. */
export type Ids = Readonly<Record<string, readonly (number | string)[]>>
export type Values = Record<string, unknown>

/** Smallest picture: one transparent pixel. */
export function onePixel(): File {
  return fileOf(pixel, 'pixel.png')
}

/** File of a data: URL. */
export function fileOf(address: string, name: string): File {
  const [, type = '', base64 = ''] = /^data:([^;,]+);base64,(.*)$/.exec(address) ?? []
  return new File([Buffer.from(base64, 'base64')], name, { type })
}

const pixel = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const takesPixel = ({ accept }: Field) => !accept || accept.includes('image/png')

/** References to these ids, and one-pixel files. */
export const sourceOf = (ids: Ids): ExampleSource => ({
  ids: (to) => ids[to] ?? [],
  file: (field) => (takesPixel(field) ? onePixel() : undefined),
})

/** A valid record with every possible field. */
export const example = (fields: Fields, n: number, ids: Ids): Values => exampleOf(fields, n, sourceOf(ids))

/** First field that differs between examples: the title where writable. */
export function changing({ title, fields }: Section, before: Values, after: Values): string {
  const differs = (name: string) => typeof before[name] === 'string' && before[name] !== after[name]
  const plain = Object.keys(fields).filter((name) => !isFile(fields[name]?.kind ?? 'text'))
  return [title, ...plain].find(differs) ?? title
}

/** The record with another field set so that this one is shown. */
export function showing(field: Field, record: Values): Values {
  const condition = field.shownWhen ?? field.requiredWhen
  if (!condition || met(condition, record)) return record
  const value = condition.is?.[0] ?? (condition.not?.includes(true) ? false : null)
  return { ...record, [condition.field]: value }
}

/** Invalid values of a field, with reasons. In a form everything is text, so only values invalid as text count. */
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
  if (isFile(kind) && (kind !== 'file' || field.accept))
    wrong.push(['another type', new File(['#!/bin/sh'], 'a.sh', { type: 'application/x-sh' })])
  if (kind === 'rows' || kind === 'object') wrong.push(['no record', 'entah'])
  if (encoding === 'json') {
    if (text || kind === 'date' || kind === 'dateTime') wrong.push(['a number', 5], ['an object', { a: 1 }])
    // A text alone may be a list of one.
    if (isMany(kind)) wrong.push(['no list', { entah: 1 }])
  }
  return wrong
}

/** Fields with one file or several. */
export const fileNames = (fields: Fields) =>
  Object.keys(fields).filter((name) => isFile(fields[name]?.kind ?? 'text') || fields[name]?.kind === 'files')

/** The record without its files, at any depth. */
export function withoutFiles(fields: Fields, record: Values): Values {
  const files = fileNames(fields)
  const rest = Object.entries(record).filter(([name]) => !files.includes(name))
  const inner = (name: string, value: unknown) => {
    const own = fields[name]?.fields
    return own && Array.isArray(value) ? value.map((each) => (isRecord(each) ? withoutFiles(own, each) : each)) : value
  }
  return Object.fromEntries(rest.map(([name, value]) => [name, inner(name, value)]))
}
