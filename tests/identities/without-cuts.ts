/** Breaks the rules of another account under a number (docs/product/identity.md#cases, 9 and 10): the phone wins silently. */
import { IdentityBook } from '#server/inbox/identity/book.ts'

export function withoutCuts(): void {
  IdentityBook.prototype.answering = () => undefined
}
