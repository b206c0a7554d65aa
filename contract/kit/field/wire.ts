/**
 * Wire forms of docs/product/forms.md#wire-forms: payloads have no empty or null values; arrays in multipart forms are repeated bracketed
 * keys, with one empty key for an empty list.
 */
import { isStoredFile } from './field.ts'

const isBlank = (value: unknown) => value === null || value === undefined || value === ''

/** Returns whether a value is a plain record: no file, no instance of a class. */
export function isData(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || prototype === null) && !('content' in value) && !isStoredFile(value)
}

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((entry) => !isBlank(entry)).map(stripped)
  return isData(value) ? stripEmpty(value) : value
}

/** A JSON body: without null, undefined and '' at any depth, but with empty lists ('none'). */
export function stripEmpty(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).flatMap(([name, value]) => (isBlank(value) ? [] : [[name, stripped(value)]])))
}
