/** One Dexie database per person: another person of the same device never sees or sends what is in it (rule 8). */
import { Dexie, type EntityTable, type Table } from 'dexie'
import { indexedLeadFields, type LeadRecord, type LeadText } from './lead-record.ts'
import type { OutboxRow } from './types.ts'

/** A file that waits for its row; removed in the transaction that removes the row. */
export interface StoredBlob {
  key: string
  /** Id of the outbox row; follows it when the row gets a new id. */
  seq: number
  blob: Blob
}

export interface MetaEntry {
  key: string
  value: unknown
}

export class OwnerDatabase extends Dexie {
  declare readonly outbox: EntityTable<OutboxRow, 'seq'>
  declare readonly files: Table<StoredBlob, string>
  declare readonly leads: Table<LeadRecord, string>
  declare readonly leadText: Table<LeadText, string>
  declare readonly meta: Table<MetaEntry, string>

  constructor(readonly owner: string) {
    super(`lapangan-${owner}`, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      outbox: '++seq, &id, *touches',
      files: 'key, seq',
      leads: ['ref', 'id', '*tags', ...indexedLeadFields.map((name) => `[key.${name}+id]`)].join(', '),
      leadText: 'ref',
      meta: 'key',
    })
  }
}
