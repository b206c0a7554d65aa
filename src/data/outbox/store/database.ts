/** One Dexie database per person: another person of the same device never sees or sends what is in it (rule 8). */
import { type DBCore, type DBCoreTransaction, Dexie, type EntityTable, type Table, type Transaction } from 'dexie'
import type { OutboxRow } from '../row/types.ts'
import type { MessageRecord, RoomRecord } from './chat-cache.ts'
import type { IndexPart } from './index-part.ts'
import { isConnectionLost } from './lost-connection.ts'
import type { RowLogEntry, RowRecord, RowSheet } from './row-cache.ts'
import { createSilenceWatch, orAfterSilence, type Patience, silenceMs } from './silence.ts'

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

/**
 * 'outdated': a newer console upgraded the database. 'blocked': an older tab keeps it from being upgraded. 'silent': it has not answered for
 * 3 s. 'lost': its connection was lost twice in a row. 'refused': the browser opens none. Null: it is open and answers.
 */
export type DatabaseTrouble = 'outdated' | 'blocked' | 'silent' | 'lost' | 'refused' | null

/**
 * Something was not kept, or nobody knows: `isUnsure` when all of it was asked for and only the end of the transaction is not known. It may
 * be asked for again under the same keys.
 */
export class NotKeptError extends Error {
  constructor(
    readonly reason: 'silent' | 'lost',
    public isUnsure: boolean,
    cause?: unknown,
  ) {
    super(`the database is ${reason}`, { cause })
    this.name = 'NotKeptError'
  }
}

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

  private trouble: DatabaseTrouble = null
  private isSilent = false
  private opening: PromiseLike<unknown> | null = null
  private readonly silence = createSilenceWatch((isSilent) => {
    this.isSilent = isSilent
    this.notify(this.trouble)
  })
  private readonly transactOnce: Dexie['transaction']
  private readonly asked = new WeakMap<DBCoreTransaction, Patience>()

  /** `bulk`: for rows that can be read again, so that a commit need not wait for the disk; still whole or not at all. */
  constructor(
    readonly owner: string,
    private readonly onTrouble: (trouble: DatabaseTrouble) => void = () => undefined,
    private readonly options: { bulk?: boolean } = {},
  ) {
    const { bulk = false } = options
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
      this.notify('outdated')
      return false
    })
    this.on('blocked', () => this.notify('blocked'))
    this.on('ready', () => this.greet(), true)
    // Next to the browser, so that it sees what the browser answers, and when.
    this.use({ stack: 'dbcore', name: 'health', level: -2, create: (core) => this.watched(core) })
    this.transactOnce = this.transaction.bind(this)
    const once = this.transactOnce as (...input: unknown[]) => PromiseLike<unknown>
    const repeated = (...input: unknown[]) => (bulk && input[0] !== 'r' ? once(...input) : this.withConnection(() => once(...input)))
    this.transaction = repeated as typeof this.transaction
  }

  private notify(trouble: DatabaseTrouble): void {
    this.trouble = trouble
    this.onTrouble(trouble ?? (this.isSilent ? 'silent' : null))
  }

  private greet(): void {
    const { version } = this.backendDB()
    const isNewer = declared(version) > this.verno
    this.notify(isNewer ? 'outdated' : null)
    if (isNewer) throw new Error(`the database is of version ${version / 10}, this console of ${this.verno}`)
  }

  /** Watched, also where Dexie opens it by itself. */
  override open() {
    const opening = super.open()
    if (this.opening || this.isOpen()) return opening
    this.opening = opening
    const patience = this.silence.start()
    const end = () => {
      this.opening = null
      patience.end()
    }
    opening.then(end, (error) => {
      end()
      if (!this.trouble && !isConnectionLost(error)) this.notify('refused')
    })
    return opening
  }

  /** Gives up an open that does not answer, and the connection, and opens another one. Rejects as `open` does. */
  async openAnew(): Promise<void> {
    const before = this.opening
    this.silence.clear()
    this.close()
    await before?.then(undefined, () => undefined)
    this.close({ disableAutoOpen: false })
    await this.open()
  }

  /** The next use opens another connection, unless there is one already. A database that was closed on purpose stays closed. */
  private drop(failed: IDBDatabase | null): void {
    const isOther = this.isOpen() && this.backendDB() !== failed
    if (!this.hasBeenClosed() && !isOther && !this.opening) this.close({ disableAutoOpen: false })
  }

  /**
   * Runs `work`, which reads, or may be done twice. Where the browser lost the connection another one is opened and the work is repeated,
   * once; transactions do so by themselves, except those that write rows in bulk. A first try may have been committed although it failed
   * (docs/offline.md#a-database-that-is-lost-or-silent).
   */
  async withConnection<T>(work: () => PromiseLike<T>): Promise<T> {
    if (Object.is(Dexie.currentTransaction?.db, this)) return work()
    for (let isRepeated = false; ; isRepeated = true) {
      const connection = this.isOpen() ? this.backendDB() : null
      try {
        const result = await work()
        if (this.trouble === 'lost') this.notify(null)
        return result
      } catch (error) {
        if (this.hasBeenClosed() || !isConnectionLost(error)) throw error
        this.drop(connection)
        if (!isRepeated) continue
        this.notify('lost')
        throw error
      }
    }
  }

  /**
   * A transaction that somebody waits for: it writes all or nothing. Resolves when it is complete. Where nothing answers for `milliseconds` it
   * is ended, so that it does not happen later. Throws NotKeptError then, and where the connection was lost twice.
   */
  async writeInTime<T>(tables: readonly Table[], scope: () => PromiseLike<T>, milliseconds = silenceMs): Promise<T> {
    let current: Transaction | null = null
    let givenUp: NotKeptError | null = null
    let isUnsure = false
    const attempt = async () => {
      if (givenUp) throw givenUp
      try {
        return await this.transactOnce('rw', tables, async (transaction) => {
          current = transaction
          const result = await scope()
          isUnsure = true
          return result
        })
      } catch (error) {
        throw givenUp ?? error
      }
    }
    const end = () => {
      givenUp = new NotKeptError('silent', false)
      try {
        current?.abort()
      } catch {
        // It is being committed.
        givenUp.isUnsure = true
      }
      // That it was ended here is no answer.
      const patience = this.silence.start(true)
      this.outbox.count().then(patience.end, patience.end)
      return Promise.reject(givenUp)
    }
    try {
      return await orAfterSilence(this.withConnection(attempt), end, milliseconds)
    } catch (error) {
      throw isConnectionLost(error) && !this.hasBeenClosed() ? new NotKeptError('lost', isUnsure, error) : error
    }
  }

  /** The wait for a transaction: each answered request restarts it, and the end of the transaction ends it. */
  private patienceOf(transaction: DBCoreTransaction & Partial<Pick<EventTarget, 'addEventListener'>>): Patience {
    const known = this.asked.get(transaction)
    if (known) return known
    const patience = this.silence.start()
    this.asked.set(transaction, patience)
    for (const event of ['complete', 'abort']) transaction.addEventListener?.(event, patience.end)
    return patience
  }

  private watched(core: DBCore): DBCore {
    const connection = this.backendDB()
    // A caller that gets a broken transaction ends it, or repeats it.
    const failed = (error: unknown) => {
      if (isConnectionLost(error) && !(error instanceof Error && error.name === 'AbortError')) this.drop(connection)
      throw error
    }
    const answered = <T>(transaction: DBCoreTransaction, ask: () => Promise<T>): Promise<T> => {
      if (this.options.bulk) return ask().catch(failed)
      const patience = this.patienceOf(transaction)
      return ask().then((answer) => {
        patience.restart()
        return answer
      }, failed)
    }
    return {
      ...core,
      table: (name) => {
        const table = core.table(name)
        return {
          ...table,
          mutate: (request) => answered(request.trans, () => table.mutate(request)),
          get: (request) => answered(request.trans, () => table.get(request)),
          getMany: (request) => answered(request.trans, () => table.getMany(request)),
          query: (request) => answered(request.trans, () => table.query(request)),
          openCursor: (request) => answered(request.trans, () => table.openCursor(request)),
          count: (request) => answered(request.trans, () => table.count(request)),
        }
      },
    }
  }
}
