import type { FieldErrors, Resolver } from 'react-hook-form'
import { met } from '#contract/kit/field/condition.ts'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import type { Fields } from '#contract/kit/field/field.ts'
import { filePlaces } from '#contract/kit/field/file-places.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import { problem } from '#contract/kit/field/problem.ts'
import { validate } from '#contract/kit/field/schema.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { problemText } from '../../text/problem-text.ts'
import { requiredFields } from './available-field.ts'
import type { FormValues } from './tools.ts'
import { clean } from './values.ts'

/** Problems of pictures by their measured dimensions. */
function oversized(fields: Fields, values: Readonly<FormValues>): Record<string, FieldProblem> {
  return Object.fromEntries(
    filePlaces(fields, values).flatMap(({ path, field, value }): [string, FieldProblem][] => {
      const { width, height } = toRecord(value)
      if (typeof width !== 'number' || typeof height !== 'number' || !met(fields[path.split('.')[0] ?? path]?.shownWhen, values)) return []
      const { maxWidth = Number.POSITIVE_INFINITY, maxHeight = Number.POSITIVE_INFINITY } = field
      return width > maxWidth || height > maxHeight ? [[path, problem('image_size', { width: maxWidth, height: maxHeight })]] : []
    }),
  )
}

/** Nests problems by path, as react-hook-form keeps them. */
export function toErrors(problems: Readonly<Record<string, FieldProblem>>): FieldErrors<FormValues> {
  const errors: Record<string, unknown> = {}
  for (const [path, each] of Object.entries(problems)) {
    const steps = path.split('.')
    let place = errors
    for (const step of steps.slice(0, -1)) {
      const next = { ...toRecord(place[step]) }
      place[step] = next
      place = next
    }
    const last = steps.at(-1) ?? path
    place[last] = { type: each.code, message: problemText(each), ...toRecord(place[last]) }
  }
  return errors as FieldErrors<FormValues>
}

/** Validates by the contract: the same rules as on the server. */
export function check(section: Section, values: Readonly<FormValues>) {
  const checked = validate(requiredFields(section.fields, values), section.rules, clean(values))
  const large = oversized(section.fields, values)
  if (!Object.keys(large).length) return checked
  return { ok: false, problems: { ...(checked.ok ? {} : checked.problems), ...large } } as const
}

export function resolverOf(section: Section): Resolver<FormValues> {
  return (values) => {
    const checked = check(section, values)
    return checked.ok ? { values: checked.value, errors: {} } : { values: {}, errors: toErrors(checked.problems) }
  }
}
