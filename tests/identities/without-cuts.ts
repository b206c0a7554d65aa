/** Breaks the rule that another account under a number is a question (docs/product/identity.md#cases): the phone wins silently. */
import { IdentityBook } from '#server/inbox/identity/book.ts'

export function withoutCuts(): void {
  const { currentOf } = IdentityBook.prototype
  IdentityBook.prototype.currentOf = function ofRoom(room, kind) {
    return kind === 'bsuid' ? undefined : currentOf.call(this, room, kind)
  }
}
