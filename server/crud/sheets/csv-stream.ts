import { byteOrderMark, csvLine } from '#contract/import/safe-cell.ts'
import { type Cell, plainText } from './cells.ts'

/** Streams to `out`, like the workbook's writer. */
export function csvWriter(header: readonly string[], out: (bytes: Uint8Array<ArrayBuffer>) => void) {
  const encode = new TextEncoder()
  const rows = (list: readonly (readonly Cell[])[]) =>
    out(Uint8Array.from(encode.encode(list.map((row) => csvLine(row.map(plainText))).join(''))))
  out(Uint8Array.from(encode.encode(byteOrderMark)))
  rows([header])
  return { rows, end: () => undefined }
}
