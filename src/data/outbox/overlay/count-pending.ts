import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { OutboxRow } from '../row/types.ts'
import { matchesHere } from './list-evaluate.ts'
import { fold, isRemoved, pendingRow } from './overlay.ts'

/**
 * By how many the total of a list changes with what waits: made here, removed, or moved in or out by another value.
 * `rowOf` is the record as it was read; one that is not known, and was not made here, changes nothing.
 */
export function countPending(
  section: Section,
  outbox: readonly OutboxRow[],
  list: ListQuery,
  rowOf: (ref: string) => AnyRow | undefined,
): number {
  const own = outbox.filter((row) => row.section === section.name)
  const refs = new Set(own.flatMap((row) => row.touches))
  return [...refs].reduce((sum, ref) => {
    const waiting = own.filter((row) => row.touches.includes(ref))
    const create = waiting.find((row) => row.action === 'create')
    const read = create ? undefined : rowOf(ref)
    const base = waiting[0]?.base
    const before = read && { ...read, ...(base?.each?.[ref]?.values ?? base?.values) }
    const start = create ? pendingRow(section, create) : before
    const isGone = isRemoved(waiting)
    const after = start && !isGone ? fold(section, start, waiting).row : undefined
    return (
      sum +
      Number(after !== undefined && matchesHere(section, after, list)) -
      Number(before !== undefined && matchesHere(section, before, list))
    )
  }, 0)
}
