/** Finding an entry of the menu by a few letters. */

/** Lower case, without accents: 'Pengaturan', 'iştirak' and 'الفئات' are found as people type them. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether every word of `typed` begins a word of what the entry is called: in the person's language, its group, or in its address. */
export function isFound(typed: string, ...names: readonly string[]): boolean {
  const words = names.flatMap((name) => plain(name).split(/[\s-]+/))
  return plain(typed)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}
