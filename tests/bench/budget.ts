/** Bundle budget, a gate of npm test. Exits with 1 when exceeded. */
import { isPlain, measureBundle } from './bundle.ts'

const kB = 1_000
const bundle = measureBundle()
const lines: [what: string, bytes: number, most: number][] = [
  // React with its DOM is 67 kB of it.
  // Of these, 0.2 kB notice a start that fails or hears nothing: what is loaded late could not.
  ['JS of the sign-in, gzip', bundle.login.gzip, 96.8 * kB],
  ['JS to the first lead row, gzip', bundle.firstLeadRow.gzip, 161.2 * kB],
  ['JS to the first row of a list, gzip', bundle.firstRow.gzip, 151.8 * kB],
  ['the same with 45 sections, gzip', bundle.firstRow.gzip + bundle.moreSections, 151.8 * kB],
  ['CSS of every screen, gzip', bundle.css.gzip, 18.9 * kB],
  ...Object.entries(bundle.sections).map(([name, weight]): [string, number, number] => [
    `section ${name}, gzip`,
    weight.gzip,
    // Leads have the code that other sections find in the form's chunk.
    (isPlain(name) ? 6 : name === 'leads' ? 17.5 : 16) * kB,
  ]),
  ['inbox beyond the shell, gzip', bundle.inbox.gzip, 97.5 * kB],
  ['rich text, gzip', bundle.richText.gzip, 90 * kB],
  // What no screen needs at once; events, classes, videos and the door are 50 kB of it.
  ['precache, brotli', bundle.precache.brotli, 1_390 * kB],
  // docs/offline.md#a-part-that-is-missing
  ['precache as the device stores it', bundle.precache.raw, 5_000 * kB],
]

let over = 0
for (const [what, bytes, max] of lines) {
  // Zero bytes mean a wrong measure or a missing chunk.
  const fine = bytes <= max && bytes > 0
  if (!fine) over += 1
  console.log(`${fine ? 'ok  ' : 'OVER'} ${what.padEnd(34)} ${(bytes / kB).toFixed(1).padStart(7)} of ${max / kB} kB`)
}
process.exit(over === 0 ? 0 : 1)
