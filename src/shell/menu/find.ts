/** Search of menu entries by a few letters. */
import { normaliseText } from '#contract/lib/normalise-text.ts'

/** Lower case without accents: 'Pengaturan', 'iştirak' and 'الفئات' match as typed. */
const plain = (text: string): string => normaliseText(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether every word of `typed` starts a word of the entry's name in the person's language, its group, or its path. */
export function isFound(typed: string, ...names: readonly string[]): boolean {
  const words = names.flatMap((name) => plain(name).split(/[\s-]+/))
  return plain(typed)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
