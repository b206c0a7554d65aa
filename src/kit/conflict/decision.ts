/** Builds the mutation from a person's choices. Pure. */
import type { Remains } from '#console/data/outbox/row/resolve.ts'
import type { OutboxRow } from '#console/data/query/outbox-store.ts'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import { equalValues, type RecordMerge } from '#contract/kit/field/merge.ts'
import { validate } from '#contract/kit/field/schema.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { Choice } from './field-choice.tsx'

export type Choices = Readonly<Record<string, Choice>>

const blank = (value: unknown) => (value === '' || value === undefined ? null : value)

/** Fields to send: merged fields that differ from theirs, and the chosen ones. */
export function patchOf(section: Section, row: OutboxRow, merge: RecordMerge, choices: Choices, current: AnyRow): Record<string, unknown> {
  const files = new Set(row.files.map(({ field }) => field))
  const differs = ([name, value]: [string, unknown]) => files.has(name) || !equalValues(section.fields[name], value, current[name])
  const merged = Object.entries(merge.values).filter(differs)
  const chosen = merge.clashes.flatMap((name): [string, unknown][] => {
    const choice = choices[name]
    if (choice?.of === 'mine') return [[name, row.patch[name]]]
    return choice?.of === 'both' ? [[name, blank(choice.value)]] : []
  })
  return Object.fromEntries([...merged, ...chosen])
}

/** Validates the resulting record; only the fields that are sent. */
export function problemsOf(
  section: Section,
  row: OutboxRow,
  patch: Readonly<Record<string, unknown>>,
  current: AnyRow,
): Readonly<Record<string, FieldProblem>> {
  const sent = Object.entries(patch).map(([name, value]): [string, unknown] => {
    const file = row.files.find(({ field }) => field === name)
    return [name, file ? { name: file.name, size: file.size, type: file.type, content: null } : value]
  })
  const verdict = validate(section.fields, section.rules, { ...current, ...Object.fromEntries(sent) })
  if (verdict.ok) return {}
  const named = Object.entries(verdict.problems).map(([path, problem]) => [path.split('.')[0] ?? path, problem] as const)
  // Problems that theirs had before are not this person's to fix, and a picture's size is no longer known.
  return Object.fromEntries(named.filter(([name]) => Object.hasOwn(patch, name) && !isFile(section.fields[name]?.kind ?? 'text')))
}

/** Required fields that this device cannot provide for recreating the record. */
export function lackingOf(section: Section, { values, files }: Remains): string[] {
  const remaining = files.map(({ field, name, size, type }): [string, unknown] => [field, { name, size, type, content: null }])
  const verdict = validate(section.fields, section.rules, { ...values, ...Object.fromEntries(remaining) })
  if (verdict.ok) return []
  return [...new Set(Object.keys(verdict.problems).map((path) => path.split('.')[0] ?? path))]
}
