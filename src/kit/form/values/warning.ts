import { createContext } from 'react'
import type { Kind } from '#contract/kit/field/kind.ts'
import { phone628, usualPhone } from '#contract/lib/patterns.ts'

/** The message of what is odd about a value that may be saved all the same; null where nothing is. */
export function warningOf(kind: Kind, value: unknown): 'kit.phoneLength' | null {
  if (kind !== 'phone' || typeof value !== 'string' || !phone628.test(value)) return null
  return usualPhone.test(value) ? null : 'kit.phoneLength'
}

/** What a section finds odd about values of its form, in words, by the path of the field. */
export const FieldWarnings = createContext<ReadonlyMap<string, string>>(new Map())
