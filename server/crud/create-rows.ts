/** Many records at once, in about as many statements as one of them takes: what an import of a whole file needs. */
import { inArray } from 'drizzle-orm'
import { rows } from '#contract/kit/field.ts'
import { validate } from '#contract/kit/schema.ts'
import { type AnyRow, initialInput } from '#contract/kit/section.ts'
import { uuidv7 } from '#server/db/uuid.ts'
import type { Platform } from '#server/platform/context.ts'
import { yieldToEventLoop } from '#server/platform/event-loop.ts'
import type { CallRequest } from '#server/platform/mount.ts'
import { ApiError } from '#server/platform/problem.ts'
import { announce, type Doer, doneBy } from './announce.ts'
import { resolveReferences } from './references.ts'
import { cleanRichText } from './rich-text.ts'
import { selectRows, toColumns } from './rows.ts'
import type { Shape } from './shape.ts'
import { withoutForbidden } from './write.ts'

/** Records that a slug, a place in an order or rows beside them depend on are made one after the other (createRow). */
export function mayCreateTogether({ section, hooks }: Shape): boolean {
  return !section.order && !hooks.store && !Object.values(section.fields).some(({ kind }) => kind === 'slug')
}

/**
 * Makes a record of each body, in their order, as createRow does; `mayCreateTogether` has to hold. What one of them is refused
 * for is thrown, and of none it is said whose fault it was: call it in a savepoint, and go on with one at a time.
 */
export async function createRows(
  platform: Platform,
  shape: Shape,
  request: Doer & Pick<CallRequest, 'after'>,
  bodies: readonly Readonly<Record<string, unknown>>[],
): Promise<AnyRow[]> {
  const { db, user, after } = request
  const { fields, rules } = shape.section
  const inputs: Record<string, unknown>[] = []
  for (const body of bodies) {
    await yieldToEventLoop()
    const verdict = validate(fields, rules, { ...initialInput(fields), ...withoutForbidden(shape, user, body) })
    if (!verdict.ok) throw new ApiError('invalid', undefined, { fields: verdict.problems })
    inputs.push(cleanRichText(fields, verdict.value))
  }
  const resolved = await resolveReferences(request, { all: rows(fields) }, { all: inputs })
  const list = Array.isArray(resolved.all) ? (resolved.all as Record<string, unknown>[]) : []
  const author = { created_by: user.name, updated_by: user.name }
  const changes = list.map((input) => {
    const values: Record<string, unknown> = { ...toColumns(shape, input), ref: uuidv7(), ...author }
    return { ...doneBy(platform, request), before: null, input, values, after }
  })
  for (const change of changes) await shape.hooks.prepare?.(change)
  const made = await db
    .insert(shape.table)
    .values(changes.map(({ values }) => values))
    .returning({ id: shape.table.id })
  const ids = made.map(({ id }) => Number(id))
  const stored = new Map((await selectRows(db, shape, { where: inArray(shape.table.id, ids) })).map((row) => [row.ref, row]))
  const effects = changes.map((change) => {
    const row = stored.get(String(change.values.ref))
    if (!row) throw new Error(`${shape.section.name}: a record is gone within its own transaction`)
    return { ...change, after: row }
  })
  await announce(shape, effects)
  return effects.map((effect) => effect.after)
}
