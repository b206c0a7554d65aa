/** What a person can do with a change that waits: retry, edit, discard, export (rule 4). */
import { cancelMutation } from '#contract/sync.ts'
import { request } from '../api/request.ts'
import { ownerDatabase } from '../cache/db.ts'
import * as revise from '../outbox/row/revise.ts'
import type { OutboxRow } from '../outbox/row/types.ts'
import { replaceRow } from '../outbox/store/store.ts'
import { wakeOutbox } from './start.ts'

export type ActionResult = revise.ActionResult

function parts(): revise.RevisionParts {
  const db = ownerDatabase()
  if (!db) throw new Error('nobody is signed in')
  return {
    find: (seq) => db.withConnection(() => db.outbox.get(seq)),
    replace: (was, change) => replaceRow(db, was, change),
    cancel: (id) => request<unknown>(cancelMutation, { params: { id } }),
    wake: wakeOutbox,
  }
}

/** Sends it again: at once when it waited, under a new id when the server had refused it. */
export async function retry(seq: number): Promise<ActionResult> {
  return revise.retry(parts(), seq)
}

/** Forgets a change. Throws ApiError offline when the server has to be asked first. */
export async function discard(seq: number): Promise<ActionResult> {
  return revise.discard(parts(), seq)
}

/** The same by the id of the change; a renewed one has another by now, and is 'missing'. */
export async function discardById(id: string): Promise<ActionResult> {
  const db = ownerDatabase()
  const row = await db?.withConnection(() => db.outbox.where('id').equals(id).first())
  return row ? discard(row.seq) : 'missing'
}

/** Changes what waits. 'sent' means it is too late: the change is an ordinary edit of the record now. */
export async function edit(seq: number, changed: revise.Edit): Promise<ActionResult> {
  return revise.edit(parts(), seq, changed)
}

/** A change as a text file, for the person to keep or send to support. */
export function exportRow(row: OutboxRow): { name: string; text: string } {
  const { owner: _owner, dependsOn: _dependsOn, ...rest } = row
  return { name: `${row.call}-${row.id}.json`, text: JSON.stringify(rest, null, 2) }
}
