/** Mappings chosen by a person, by the file's columns; the last twenty kinds of files. */

import { readStored, writeStored } from '#console/kit/text/stored.ts'
import { guessMapping, headerSetKey, isColumnTarget, type Mapping } from '#contract/import/columns.ts'
import { isRecord } from '#contract/kit/field/guards.ts'

const key = 'lapangan-import-columns'
const max = 20

function stored(): Record<string, unknown> {
  const value = readStored(key)
  return isRecord(value) ? value : {}
}

/** The mapping last chosen for these columns, or a guess by name. */
export function mappingFor(header: readonly string[]): Mapping {
  const known = stored()[headerSetKey(header)]
  if (!Array.isArray(known) || known.length !== header.length) return guessMapping(header)
  return known.map((target: unknown) => (isColumnTarget(target) ? target : null))
}

export function rememberMapping(header: readonly string[], mapping: Mapping): void {
  const name = headerSetKey(header)
  const others = Object.entries(stored()).filter(([each]) => each !== name)
  writeStored(key, Object.fromEntries([...others, [name, mapping] as const].slice(-max)))
}
