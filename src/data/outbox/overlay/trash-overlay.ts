/** The trash as a person sees it: deletes that wait have put their records there, and restores that wait have taken theirs out. */
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { OutboxRow } from '../row/types.ts'
import { matches } from './list-evaluate.ts'
import type { Folded, FoldedRow, RowState } from './overlay.ts'

const stateOf = ({ state, reason }: OutboxRow): RowState =>
  state !== 'parked' || reason === 'auth' ? 'pending' : reason === 'conflict' ? 'conflict' : 'failed'

/** A record that was deleted here, as the person saw it then. */
function deletedRow({ base, createdAt }: OutboxRow, ref: string): AnyRow {
  const at = new Date(createdAt).toISOString()
  const seen = base?.each?.[ref]
  const record = { id: 0, ref, version: seen?.version ?? 0, created_at: at, created_by: null, updated_at: at, updated_by: null }
  return { ...seen?.values, ...record }
}

export function foldTrash(section: Section, rows: readonly AnyRow[], outbox: readonly OutboxRow[], list: ListQuery): Folded {
  const last = new Map<string, OutboxRow>()
  for (const row of outbox)
    if (row.section === section.name && ['remove', 'restore'].includes(row.action)) for (const ref of row.touches) last.set(ref, row)
  const folded = rows.flatMap((row): FoldedRow[] => {
    const change = last.get(row.ref)
    if (change?.action !== 'restore') return [{ row, _state: null }]
    return change.state === 'done' ? [] : [{ row, _state: stateOf(change) }]
  })
  const stored = new Set(rows.map(({ ref }) => ref))
  const added = [...last].flatMap(([ref, change]): FoldedRow[] => {
    const state = change.state === 'done' ? null : stateOf(change)
    // A delete that was refused, or asks, has put nothing here; one that a restore follows comes and goes with it.
    const isHere =
      (change.action === 'remove' && (state === null || state === 'pending')) || (change.action === 'restore' && state !== null)
    const deletion = outbox.find((each) => each.section === section.name && each.action === 'remove' && each.touches.includes(ref))
    if (stored.has(ref) || !isHere || !deletion?.base?.each?.[ref]) return []
    const row = deletedRow(deletion, ref)
    return matches(section, row, list) ? [{ row, _state: state }] : []
  })
  return { rows: list.page === 1 ? [...added.reverse(), ...folded] : folded, added: added.filter(({ _state }) => _state !== null).length }
}
