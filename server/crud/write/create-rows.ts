/** Creates many records in about as many statements as one: for imports of whole files. */
import { inArray } from 'drizzle-orm'
import { rows } from '#contract/kit/field/field.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { yieldToEventLoop } from '#server/platform/core/event-loop.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'
import { insertAll } from '../query/prepared-rows.ts'
import { resolveReferences } from '../query/references.ts'
import { selectRows } from '../query/rows.ts'
import type { Shape } from '../query/shape.ts'
import { type Actor, describeActor, publishChange } from './publish-change.ts'
import { newColumns, newInput } from './write.ts'

/** Records with a slug, position or dependent rows are created one by one (createRow). */
export function mayCreateTogether({ section, hooks }: Shape): boolean {
  return !section.order && !hooks.store && !Object.values(section.fields).some(({ kind }) => kind === 'slug')
}

/** Writes what belongs to new records, before they are read and announced. */
type Complete = (ids: readonly number[]) => Promise<void>

/**
 * Creates a record of each body in order, as createRow does; `mayCreateTogether` has to hold. Throws the first refusal without its row:
 * call it in a savepoint, and continue one by one.
 */
export async function createRows(
  platform: Platform,
  shape: Shape,
  request: Actor & Pick<CallRequest, 'after' | 'isImport'>,
  bodies: readonly Readonly<Record<string, unknown>>[],
  complete?: Complete,
): Promise<AnyRow[]> {
  const { db, user, after } = request
  const inputs: Record<string, unknown>[] = []
  for (const body of bodies) {
    await yieldToEventLoop()
    inputs.push(newInput(shape, { user, body }))
  }
  const { all } = await resolveReferences(request, { all: rows(shape.section.fields) }, { all: inputs })
  const changes = (Array.isArray(all) ? all.filter(isRecord) : []).map((input) => {
    const values: Record<string, unknown> = newColumns(shape, request, input)
    return { ...describeActor(platform, request), before: null, input, values, isImport: request.isImport === true, after }
  })
  for (const change of changes) await shape.hooks.prepare?.(change)
  const idOf = await insertAll(
    db,
    shape,
    changes.map(({ values }) => values),
  )
  const ids = changes.flatMap(({ values }) => idOf.get(toText(values.ref)) ?? [])
  await complete?.(ids)
  const stored = new Map((await selectRows(db, shape, { where: inArray(shape.table.id, ids) })).map((row) => [row.ref, row]))
  const effects = changes.map((change) => {
    const row = stored.get(toText(change.values.ref))
    if (!row) throw new Error(`${shape.section.name}: a record is gone within its own transaction`)
    return { ...change, after: row }
  })
  await publishChange(shape, effects)
  return effects.map((effect) => effect.after)
}
