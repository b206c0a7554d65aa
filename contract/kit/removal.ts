/** The answer to a delete: one verdict per record, so a bulk delete can succeed in part. */
export interface RemovalEntry {
  id: number | null
  ref: string | null
  message: string
}

export interface Removal {
  message: string
  success_entities: RemovalEntry[]
  failed_entities: RemovalEntry[]
}
