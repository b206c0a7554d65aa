/** Messages the data layer wants a person to see. The shell shows and removes them; transport itself never shows one. */
import type { RefusedName } from '../outbox/row/types.ts'
import { createStore } from './store.ts'

export interface DataMessage {
  id: number
  kind: 'success' | 'error' | 'info'
  /** The server's own words, shown as they are; with `reason` in the person's language. */
  text?: string
  reason?: unknown
  /** What was refused and why, in place of `text` and `lines`. */
  refused?: readonly RefusedName[]
  /** Otherwise a message id of the shell, with its values. */
  message?: string
  values?: Readonly<Record<string, string | number>>
  /** Values that are names of fields, to be read as their labels. */
  fields?: Readonly<Record<string, readonly string[]>>
  /** Beneath it, in a smaller hand: the name of the record, or what was refused and why. */
  lines?: readonly string[]
  /** `seq` of the waiting change that a person has to decide about. */
  conflict?: number
}

export const messageStore = createStore<readonly DataMessage[]>([])

let last = 0

export function postMessage(message: Omit<DataMessage, 'id'>): void {
  messageStore.set((old) => [...old, { ...message, id: ++last }])
}

export function dropMessage(id: number): void {
  messageStore.set((old) => old.filter((message) => message.id !== id))
}
