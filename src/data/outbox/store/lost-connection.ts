/**
 * What the browser says when a database's connection is lost, such as after the app was in the background
 * (docs/offline.md#a-database-that-is-lost-or-silent). Texts as people reported them; engines differ, and change them.
 */

/** Names that speak of the connection or of a transaction that ended by itself. Of UnknownError a full disk is no loss. */
const lostNames = new Set([
  'InvalidStateError',
  'UnknownError',
  'DatabaseClosedError',
  'OpenFailedError',
  'TransactionInactiveError',
  'TimeoutError',
])

/** What WebKit says under names that mean something else, too. */
const lostTexts =
  /indexed ?(?:db|database) server|connection (?:is closing|was lost|lost|is closed)|without an in-progress transaction|internal error|object stores was not found/i

const maxDepth = 5

/** Dexie wraps what the browser said: once in `inner`, of many rows in `failures`. */
function innerOf(error: Error): unknown[] {
  const failures: unknown = 'failures' in error ? error.failures : null
  return ['inner' in error ? error.inner : error.cause, ...(Array.isArray(failures) ? failures.slice(0, 1) : [])].filter(Boolean)
}

/** A transaction that ran out of room may only say that it was aborted. */
export function isFull(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxDepth) return false
  return /quota/i.test(`${error.name} ${error.message.slice(0, 500)}`) || innerOf(error).some((inner) => isFull(inner, depth + 1))
}

/**
 * True where the work may be repeated on a new connection. An AbortError without a cause is one: the browser ended the transaction. Never
 * for what is wrong with the work itself: no room, a key that is taken, data that cannot be kept, a version, a browser without a database.
 */
export function isConnectionLost(error: unknown, depth = 0): boolean {
  // A transaction that was aborted without an error is rejected with none.
  if (error === null && depth === 0) return true
  if (!(error instanceof Error) || depth > maxDepth || isFull(error)) return false
  const inner = innerOf(error)
  // What is wrapped is the reason, whatever the wrapper is called.
  if (inner.length) return inner.some((each) => isConnectionLost(each, depth + 1))
  return error.name === 'AbortError' || lostNames.has(error.name) || lostTexts.test(error.message.slice(0, 500))
}
