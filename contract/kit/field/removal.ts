import type { Reason } from './errors.ts'

/**
 * The answer to a delete, or to a change of many records at once: one result per record, so a bulk delete can succeed
 * in part.
 */
export interface RemovalEntry {
  id: number | null
  ref: string | null
  message: string
  /** Of one that was refused. */
  reason?: Reason
  /** Of a record that was changed rather than removed: what the next edit of it sends as If-Match. */
  version?: number
  /** Of one that was refused because somebody changed it since the version in If-Match: as it is now. */
  current?: unknown
}

export interface Removal {
  message: string
  success_entities: RemovalEntry[]
  failed_entities: RemovalEntry[]
}

/** Where the server gives no words of its own (docs/product/messages.md#success). */
export const removedMessage = 'Success delete data'
