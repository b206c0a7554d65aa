/**
 * Why a change could not be kept on the device; the form keeps its text. 'outdated': a newer console in another tab has
 * upgraded the database. 'blocked': an older one in another tab keeps this console from upgrading it. 'behind': it could not be sent
 * instead, because an earlier change of the record waits. 'unknown': it was sent instead, and the server gave no answer.
 */
export class OutboxError extends Error {
  constructor(
    readonly reason: 'quota' | 'database' | 'signed-out' | 'outdated' | 'blocked' | 'behind' | 'unknown',
    cause?: unknown,
  ) {
    super(`not saved on this device: ${reason}`, { cause })
    this.name = 'OutboxError'
  }
}
