import { createContext } from 'react'
import type { Kind } from '#contract/kit/field/kind.ts'
import { phone628, usualPhone } from '#contract/lib/patterns.ts'

/** Message id of a warning about a valid but unusual value; null where there is none. */
export function warningOf(kind: Kind, value: unknown): 'kit.phoneLength' | null {
  if (kind !== 'phone' || typeof value !== 'string' || !phone628.test(value)) return null
  return usualPhone.test(value) ? null : 'kit.phoneLength'
}

/** Translated warnings about values of a form, by field path. */
export const FieldWarnings = createContext<ReadonlyMap<string, string>>(new Map())
