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

/** 'outdated': a newer console upgraded the database. 'blocked': an older tab keeps it from being upgraded. Null: it is open. */
export type DatabaseTrouble = 'outdated' | 'blocked' | null

/** Dexie counts in tenths; what it adds to repair a schema stays below the next version. */
const declared = (native: number) => Math.floor(native / 10)

export class OwnerDatabase extends Dexie {
  declare readonly outbox: EntityTable<OutboxRow, 'seq'>
  declare readonly files: Table<StoredBlob, string>
  declare readonly leads: Table<LeadRecord, string>
  declare readonly leadText: Table<LeadText, string>
  declare readonly meta: Table<MetaEntry, string>

  constructor(
    readonly owner: string,
    tell: (trouble: DatabaseTrouble) => void = () => undefined,
  ) {
    super(`lapangan-${owner}`, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      outbox: '++seq, &id, *touches',
      files: 'key, seq',
      leads: ['ref', 'id', '*tags', ...indexedLeadFields.map((name) => `[key.${name}+id]`)].join(', '),
      leadText: 'ref',
      meta: 'key',
    })
    // An old console must not hold up a newer one, nor write by the rules of a schema that is gone.
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion === null || declared(newVersion) <= this.verno) return true
      this.close()
      tell('outdated')
      return false
    })
    this.on('blocked', () => tell('blocked'))
    this.on('ready', () => this.greet(tell), true)
  }

  private greet(tell: (trouble: DatabaseTrouble) => void): void {
    const { version } = this.backendDB()
    const isNewer = declared(version) > this.verno
    tell(isNewer ? 'outdated' : null)
    if (isNewer) throw new Error(`the database is of version ${version / 10}, this console of ${this.verno}`)
  }
}
