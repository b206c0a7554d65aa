import type { Reason } from './errors.ts'

/** Response to a bulk delete or bulk update: one result per record, so that it can succeed in part. */
export interface RemovalEntry {
  id: number | null
  ref: string | null
  message: string
  /** On a refusal. */
  reason?: Reason
  /** On a changed record: the If-Match of its next edit. */
  version?: number
  /** On a refusal because of a stale If-Match: the current record. */
  current?: unknown
}

export interface Removal {
  message: string
  success_entities: RemovalEntry[]
  failed_entities: RemovalEntry[]
}

/** Message where the server sends none (docs/product/messages.md#success). */
export const removedMessage = 'Success delete data'
