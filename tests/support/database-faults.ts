/** What browsers do to a database's connection, done to fake-indexeddb: each fault hits the next call of its kind on a database. */

export const databaseFaults = [
  'lost on open',
  'lost on transaction',
  'lost on commit, kept',
  'lost on commit, not kept',
  'open is silent',
] as const
export type DatabaseFault = (typeof databaseFaults)[number]

const lostText = 'Connection to Indexed Database server lost. Refresh the page to try again'

/** Of fake-indexeddb, beside what every transaction has. */
interface FakeTransaction extends IDBTransaction {
  _rollbackLog: (() => void)[]
  _start: () => void
}

const isFake = (transaction: IDBTransaction): transaction is FakeTransaction => '_rollbackLog' in transaction && '_start' in transaction

/** A request to open that fails after a while. */
function failingOpen(): IDBOpenDBRequest {
  const request = Object.assign(new EventTarget(), { error: new DOMException(lostText, 'UnknownError') }) as unknown as IDBOpenDBRequest
  const event = Object.assign(new Event('error'), { stopPropagation() {}, preventDefault() {} })
  Object.defineProperty(event, 'target', { value: request })
  setImmediate(() => request.onerror?.call(request, event))
  return request
}

/** Its end is told as an abort without an error, whether it was kept or not. */
function loseCommit(transaction: IDBTransaction, isKept: boolean): void {
  const dispatch = transaction.dispatchEvent.bind(transaction)
  transaction.dispatchEvent = (event) => {
    if (event.type !== 'complete') return dispatch(event)
    if (!isKept && isFake(transaction)) for (const undo of transaction._rollbackLog.reverse()) undo()
    return dispatch(Reflect.construct(event.constructor, ['abort']))
  }
}

export interface Faults {
  /** The next call of its kind on this database is hit. */
  next: (name: string, ...faults: DatabaseFault[]) => void
  /** Those that have not hit yet. */
  left: (name: string) => readonly DatabaseFault[]
  /** Called with each that hits. */
  onHit: (listener: (name: string, fault: DatabaseFault) => void) => void
  /**
   * A transaction that writes to all of a database and stands still, as that of a worker which the system suspended; no fault hits it. The
   * function lets it end.
   */
  hold: (name: string) => Promise<() => void>
  /** Those that have not hit never will. */
  clear: () => void
  undo: () => void
}

/** A lost connection stays lost: whatever is asked of it afterwards fails. */
export function installDatabaseFaults(): Faults {
  const planned = new Map<string, DatabaseFault[]>()
  const dead = new WeakSet<IDBDatabase>()
  const listeners: ((name: string, fault: DatabaseFault) => void)[] = []
  const open = IDBFactory.prototype.open
  const transact = IDBDatabase.prototype.transaction
  const take = (name: string, ...kinds: DatabaseFault[]) => {
    const [next] = planned.get(name) ?? []
    if (!next || !kinds.includes(next)) return null
    planned.get(name)?.shift()
    for (const listener of listeners) listener(name, next)
    return next
  }
  IDBFactory.prototype.open = function (name, version) {
    const fault = take(name, 'lost on open', 'open is silent')
    if (fault === 'lost on open') return failingOpen()
    if (fault === 'open is silent') return new EventTarget() as IDBOpenDBRequest
    return version === undefined ? open.call(this, name) : open.call(this, name, version)
  }
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    if (dead.has(this))
      throw new DOMException("Failed to execute 'transaction' on 'IDBDatabase': The database connection is closing.", 'InvalidStateError')
    const transaction = () => transact.call(this, stores, mode, options)
    const fault = mode === 'readwrite' ? take(this.name, 'lost on transaction', 'lost on commit, kept', 'lost on commit, not kept') : null
    if (fault === null) return transaction()
    dead.add(this)
    if (fault === 'lost on transaction') throw new DOMException(lostText, 'UnknownError')
    const lost = transaction()
    loseCommit(lost, fault === 'lost on commit, kept')
    return lost
  }
  return {
    next: (name, ...faults) => void planned.set(name, [...(planned.get(name) ?? []), ...faults]),
    left: (name) => planned.get(name) ?? [],
    onHit: (listener) => void listeners.push(listener),
    async hold(name) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = open.call(indexedDB, name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      const transaction = transact.call(database, [...database.objectStoreNames], 'readwrite')
      if (!isFake(transaction)) throw new Error('this is for fake-indexeddb')
      const start = transaction._start.bind(transaction)
      let isHeld = true
      let isDue = false
      transaction._start = () => {
        if (isHeld) isDue = true
        else start()
      }
      return () => {
        isHeld = false
        if (isDue) start()
        database.close()
      }
    },
    clear: () => planned.clear(),
    undo() {
      IDBFactory.prototype.open = open
      IDBDatabase.prototype.transaction = transact
    },
  }
}
