/** One Dexie database per person: another person of the same device never sees or sends what is in it (rule 8). */
import { Dexie, type EntityTable, type Table } from 'dexie'
import type { OutboxRow } from '../row/types.ts'
import type { MessageRecord, RoomRecord } from './chat-cache.ts'
import type { IndexPart } from './index-part.ts'
import type { RowLogEntry, RowRecord, RowSheet } from './row-cache.ts'

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

/** 'outdated': a newer console upgraded the database. 'blocked': an older tab keeps it from being upgraded. Null: it is open. */
export type DatabaseTrouble = 'outdated' | 'blocked' | null

/** Dexie counts in tenths; what it adds to repair a schema stays below the next version. */
const declared = (native: number) => Math.floor(native / 10)

/** Fields of a lead that had an index of their own before a worker answered for the leads. */
const indexedOnce = ['name', 'status', 'sales', 'campaign_id', 'city', 'created_at', 'updated_at', 'last_follow_up', 'next_follow_up']

export class OwnerDatabase extends Dexie {
  declare readonly outbox: EntityTable<OutboxRow, 'seq'>
  declare readonly files: Table<StoredBlob, string>
  declare readonly leads: Table<RowRecord, string>
  declare readonly leadSheets: EntityTable<RowSheet, 'n'>
  declare readonly leadLog: EntityTable<RowLogEntry, 'seq'>
  declare readonly leadIndex: Table<IndexPart, number>
  declare readonly members: Table<RowRecord, string>
  declare readonly memberSheets: EntityTable<RowSheet, 'n'>
  declare readonly memberLog: EntityTable<RowLogEntry, 'seq'>
  declare readonly memberIndex: Table<IndexPart, number>
  declare readonly rooms: Table<RoomRecord, string>
  declare readonly messages: Table<MessageRecord, string>
  declare readonly meta: Table<MetaEntry, string>

  /** `bulk`: for rows that can be read again, so that a commit need not wait for the disk; still whole or not at all. */
  constructor(
    readonly owner: string,
    onTrouble: (trouble: DatabaseTrouble) => void = () => undefined,
    { bulk = false } = {},
  ) {
    super(`lapangan-${owner}`, { chromeTransactionDurability: bulk ? 'relaxed' : 'strict', ...(bulk && { cache: 'disabled' }) })
    this.version(1).stores({
      outbox: '++seq, &id, *touches',
      files: 'key, seq',
      leads: ['ref', 'id', '*tags', ...indexedOnce.map((name) => `[key.${name}+id]`)].join(', '),
      leadText: 'ref',
      meta: 'key',
    })
    this.version(2).stores({ leads: 'ref', leadText: null, leadLog: '++seq', leadIndex: 'part' })
    this.version(3).stores({ rooms: 'ref, last_message_at', messages: 'ref, [room+place]' })
    this.version(4).stores({ leadSheets: '++n, *refs' })
    this.version(5).stores({ members: 'ref', memberSheets: '++n, *refs', memberLog: '++seq', memberIndex: 'part' })
    // An old console must not hold up a newer one, nor write by the rules of a schema that is gone.
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion === null || declared(newVersion) <= this.verno) return true
      this.close()
      onTrouble('outdated')
      return false
    })
    this.on('blocked', () => onTrouble('blocked'))
    this.on('ready', () => this.greet(onTrouble), true)
  }

  private greet(onTrouble: (trouble: DatabaseTrouble) => void): void {
    const { version } = this.backendDB()
    const isNewer = declared(version) > this.verno
    onTrouble(isNewer ? 'outdated' : null)
    if (isNewer) throw new Error(`the database is of version ${version / 10}, this console of ${this.verno}`)
  }
}
