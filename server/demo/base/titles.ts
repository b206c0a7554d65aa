/** For whom a text of promotion is: makes titles of several rows out of one. */
const audiences = ['', 'untuk member EMT', 'untuk member EMV', 'untuk member baru', 'untuk alumni kelas', 'untuk member WST']

/** Returns the title of a row: all titles once for everybody, then once for each audience. */
export function titleAt(titles: readonly string[], at: number): string {
  const audience = audiences[Math.floor(at / titles.length) % audiences.length]
  return [titles[at % titles.length], audience].filter(Boolean).join(' ')
}
