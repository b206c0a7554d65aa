/**
 * Why a change could not be kept on the device; the form keeps its text. 'outdated': a newer console in another tab has
 * upgraded the database. 'blocked': an older one in another tab keeps this console from upgrading it.
 */
export class OutboxError extends Error {
  constructor(
    readonly reason: 'quota' | 'database' | 'signed-out' | 'outdated' | 'blocked',
    cause?: unknown,
  ) {
    super(`not saved on this device: ${reason}`, { cause })
    this.name = 'OutboxError'
  }
}
