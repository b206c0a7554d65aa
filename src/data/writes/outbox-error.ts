/**
 * Why a change could not be kept on the device; the form keeps its text. 'outdated': a newer console in another tab has
 * upgraded the database. 'blocked': an older one in another tab keeps this console from upgrading it. 'silent': the database does not answer.
 * 'behind': it could not be sent instead, because an earlier change of the record waits. 'unknown': it may have been kept or sent, and no
 * answer came; the same change again goes under the same id.
 */
export class OutboxError extends Error {
  constructor(
    readonly reason: 'quota' | 'database' | 'silent' | 'signed-out' | 'outdated' | 'blocked' | 'behind' | 'unknown',
    cause?: unknown,
    /** Whether it was kept is not known. */
    readonly isUnsure = false,
  ) {
    super(`not saved on this device: ${reason}`, { cause })
    this.name = 'OutboxError'
  }
}
