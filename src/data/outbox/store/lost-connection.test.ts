import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { isConnectionLost, isFull } from './lost-connection.ts'

const dom = (name: string, message: string) => new DOMException(message, name)
const wrapped = (name: string, inner: unknown) => Object.assign(new Error(`${name}: ${String(inner)}`), { name, inner })
const closed = (inner?: unknown) => new Dexie.DatabaseClosedError(inner as Error)
const aborted = (inner?: unknown) => new Dexie.AbortError(inner as Error)

/** As people reported it of their apps, with the engine. */
const lost: Record<string, unknown> = {
  'WebKit, after the background': dom('UnknownError', 'Connection to Indexed Database server lost. Refresh the page to try again'),
  'WebKit, an older one': dom('UnknownError', 'An internal error was encountered in the Indexed Database server'),
  'WebKit, read': dom('UnknownError', 'Attempt to get a record from database without an in-progress transaction'),
  'WebKit, index': dom('UnknownError', 'Attempt to get all index records from database without an in-progress transaction'),
  'WebKit, count': dom('UnknownError', 'Attempt to get count from database without an in-progress transaction'),
  'WebKit, commit': dom('UnknownError', 'Attempt to commit a transaction without an in-progress transaction'),
  'WebKit, cursor': dom('UnknownError', 'Unable to open cursor'),
  'WebKit, query': dom('UnknownError', 'Error preparing Indexed Database query'),
  'WebKit, key': dom('UnknownError', 'Cannot inject key into script value'),
  'WebKit, inactive': dom(
    'TransactionInactiveError',
    'Failed to store record in an IDBObjectStore: The transaction is inactive or finished.',
  ),
  'all, transaction': dom('InvalidStateError', "Failed to execute 'transaction' on 'IDBDatabase': The database connection is closing."),
  'WebKit, transaction': dom('InvalidStateError', "Failed to execute 'transaction' on 'IDBDatabase': The database connection is closed."),
  'Firefox, transaction': dom('InvalidStateError', 'A mutation operation was attempted on a database that did not allow mutations.'),
  'Firefox, object': dom('InvalidStateError', 'An attempt was made to use an object that is not, or is no longer, usable'),
  'Firefox, storage': dom(
    'UnknownError',
    'The operation failed for reasons unrelated to the database itself and not covered by any other error code.',
  ),
  'Firefox, abort': dom('AbortError', 'A request was aborted, for example through a call to IDBTransaction.abort.'),
  'Chromium, backing store': dom('UnknownError', 'Internal error opening backing store for indexedDB.open.'),
  'Chromium, commit': dom('UnknownError', 'Internal error committing transaction.'),
  'Chromium, retrieve': dom('UnknownError', 'Internal error retrieving value.'),
  'Chromium, idle': dom('TimeoutError', 'Transaction timed out due to inactivity.'),
  'Chromium, cleared': dom('AbortError', 'The connection was closed.'),
  'Chromium, stores gone': dom(
    'NotFoundError',
    "Failed to execute 'transaction' on 'IDBDatabase': One of the specified object stores was not found.",
  ),
  'Dexie, closed': closed(),
  'Dexie, closed between two steps': new Dexie.OpenFailedError(),
  'Dexie, closed because lost': closed(dom('UnknownError', 'Connection to Indexed Database server lost. Refresh the page to try again')),
  'Dexie, open failed': wrapped('OpenFailedError', dom('UnknownError', 'Internal error opening backing store for indexedDB.open.')),
  'Dexie, aborted without cause': aborted(),
  'no error at all, of a transaction that was aborted': null,
  'Dexie, aborted because lost': aborted(dom('UnknownError', 'Internal error committing transaction.')),
  'Dexie, many rows': Object.assign(new Error('outbox.bulkPut(): 2 of 2 operations failed'), {
    name: 'BulkError',
    failures: [dom('UnknownError', 'Connection to Indexed Database server lost. Refresh the page to try again')],
  }),
}

const own: Record<string, unknown> = {
  'no room': dom('QuotaExceededError', 'The transaction exceeded its quota.'),
  'no room, told by an abort': aborted(dom('QuotaExceededError', 'Encountered full disk while opening backing store')),
  'no room, under a name of losses': dom('UnknownError', 'QuotaExceededError: the current transaction exceeded its quota limitations.'),
  'no room, when opened': closed(dom('QuotaExceededError', 'Encountered full disk while opening backing store for indexedDB.open.')),
  'a key that is taken': dom('ConstraintError', 'A mutation operation in the transaction failed because a constraint was not satisfied.'),
  'a key that is taken, and so aborted': aborted(dom('ConstraintError', "Unable to add key to index 'id'")),
  'a key that is none': dom('DataError', 'Data provided to an operation does not meet requirements.'),
  'what cannot be cloned': dom('DataCloneError', '() => {} could not be cloned.'),
  'a version': dom('VersionError', 'The requested version (10) is less than the existing version (50).'),
  'a transaction for reading': dom('ReadOnlyError', 'The transaction is read-only.'),
  'no database in this browser': new Dexie.MissingAPIError('IndexedDB API missing'),
  'no database in this frame': dom('SecurityError', 'The operation is insecure.'),
  'an upgrade': new Dexie.UpgradeError('Upgrade failed'),
  'a rule of ours': new Error('the database is of version 6, this console of 5'),
  'a fault of ours': new TypeError("Cannot read properties of undefined (reading 'seq')"),
  'many rows, one taken': Object.assign(new Error('bulkAdd'), { name: 'BulkError', failures: [dom('ConstraintError', 'taken')] }),
  'nothing that is an error': 'Connection to Indexed Database server lost',
}

for (const [what, error] of Object.entries(lost))
  test(`a lost connection is known: ${what}`, () => expect(isConnectionLost(error)).toBe(true))
for (const [what, error] of Object.entries(own)) test(`the work itself failed: ${what}`, () => expect(isConnectionLost(error)).toBe(false))

test('a full device is known under every name', () => {
  const names = Object.keys(own).filter((name) => isFull(own[name]))
  expect(names).toEqual(Object.keys(own).filter((name) => name.startsWith('no room')))
})

test('errors that name one another do not keep it busy', () => {
  const [a, b] = [Object.assign(new Error('a'), { cause: null as unknown }), Object.assign(new Error('b'), { cause: null as unknown })]
  a.cause = b
  b.cause = a
  expect([isConnectionLost(a), isFull(a)]).toEqual([false, false])
})
