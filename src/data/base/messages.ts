/** Messages of the data layer for a person. The shell shows and removes them; transport itself never does. */
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import type { RefusedName } from '../outbox/row/types.ts'
import { createStore } from './store.ts'

/** Goes to an address of the console, or does something. */
export type MessageButton = { label: string } & ({ path: string } | { run: () => void })

export interface DataMessage {
  id: number
  kind: 'success' | 'error' | 'info' | 'warning'
  /** The server's words, unchanged; with `reason` translated. */
  text?: string
  reason?: unknown
  /** Refused names and why, in place of `text` and `lines`. */
  refused?: readonly RefusedName[]
  /** Otherwise a message id with its values. */
  message?: string
  values?: Readonly<Record<string, string | number>>
  /** Values that are names of a section's fields, shown as labels. */
  fields?: { section: string; names: Readonly<Record<string, readonly string[]>> }
  /** Fields of a section that were refused, in place of `text`. */
  problems?: { section: string; fields: Readonly<Record<string, FieldProblem>> }
  /** Small lines below: the record's name, or refusals with reasons. */
  lines?: readonly string[]
  /** `seq` of a change with a conflict. */
  conflict?: number
  /** Ref of a room whose new message this is. */
  room?: string
  /** What may follow, the main one first. */
  buttons?: readonly [MessageButton, MessageButton?]
}

export const messageStore = createStore<readonly DataMessage[]>([])

let last = 0

export function postMessage(message: Omit<DataMessage, 'id'>): void {
  messageStore.set((old) => [...old, { ...message, id: ++last }])
}

export function dropMessage(id: number): void {
  messageStore.set((old) => old.filter((message) => message.id !== id))
}
