/** Suggestions for unknown names in a file. */

import type { ImportFailure } from '#contract/import/import-calls.ts'
import { importFields } from '#contract/import/sheet-columns.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { maxNamed, problemAmong } from '#contract/kit/field/schema.ts'
import { filtersBeside } from '#contract/kit/section/options.ts'
import type { Db } from '#server/db/database.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { choosable } from '../query/references.ts'
import { type Shape, targetOf } from '../query/shape.ts'
import { labelColumn } from '../sheets/labels.ts'

/** Names of all selectable records; '' if too many for a message. */
async function namesOf(db: Db, user: CurrentUser, { to = '', query }: Field): Promise<string> {
  const [target, named] = [targetOf(to), labelColumn(to)]
  if (!target || !named) return ''
  const found = await db
    .select({ label: named.column })
    .from(named.table)
    .where(choosable(target, user, to, filtersBeside(query, {})))
    .limit(maxNamed + 1)
  const names = found.map(({ label }) => toText(label)).sort((one, other) => one.localeCompare(other))
  return names.length > maxNamed ? '' : names.join(', ')
}

const isUnknown = ({ problem }: ImportFailure) => problem.code === 'unknown_reference'

/** Returns the failures, with the selectable names for unknown ones, if few. */
export async function nameChoices(
  db: Db,
  user: CurrentUser,
  { section }: Shape,
  failures: readonly ImportFailure[],
): Promise<ImportFailure[]> {
  const fields = importFields(section)
  const names = new Map<string, string>()
  for (const failure of failures) {
    const field = fields[failure.field]
    if (isUnknown(failure) && field && !names.has(failure.field)) names.set(failure.field, await namesOf(db, user, field))
  }
  return failures.map((failure) =>
    isUnknown(failure) ? { ...failure, problem: problemAmong(failure.problem.code, names.get(failure.field) ?? '') } : failure,
  )
}
