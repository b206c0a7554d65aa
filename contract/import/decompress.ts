/** Decompresses a workbook's zip within limits and stores it again: the spreadsheet reader never inflates. */
import { zipSync } from 'fflate'
import { ImportFileError, tooManyRows } from './file-problem.ts'
import { importLimits } from './limits.ts'
import { readDirectory, readPart } from './zip.ts'

/** Counts non-empty rows of a sheet while it is decompressed; throws at the first one too many. */
function rowCounter(): (chunk: Uint8Array) => void {
  let rest = ''
  let rows = 0
  let counted = true
  return (chunk) => {
    let text = rest
    for (let from = 0; from < chunk.length; from += 8_192) text += String.fromCharCode(...chunk.subarray(from, from + 8_192))
    for (const [mark] of text.matchAll(/<(?:\w+:)?(?:row|v|is)[\s>]/g)) {
      if (/row.$/.test(mark)) counted = false
      else if (!counted) {
        counted = true
        rows += 1
        if (rows > importLimits.rows + 1) throw tooManyRows()
      }
    }
    const open = text.lastIndexOf('<')
    rest = open >= 0 && text.length - open < 40 && !text.includes('>', open) ? text.slice(open) : ''
  }
}

/** Parts needed for cells; pictures, charts and programs stay compressed. */
const needed =
  /^(?!.*\/(?:drawings|charts|media|externalLinks|pivot\w*|theme|printerSettings|comments|activeX|ctrlProps)\/).*\.(?:xml|rels)$/i
const sheet = /^xl\/worksheets\/[^/]+\.xml$/i

/** Whether a zip is a file of LibreOffice or Numbers. Throws ImportFileError where it is damaged. */
export function isOpenDocument(bytes: Uint8Array): boolean {
  const names = new Set(readDirectory(bytes).map(({ name }) => name))
  return !names.has('[Content_Types].xml') && (names.has('content.xml') || names.has('Index/Document.iwa') || names.has('Index.zip'))
}

/** Returns the workbook as a stored zip. Throws ImportFileError. */
export function decompressWorkbook(bytes: Uint8Array): Uint8Array {
  const entries = readDirectory(bytes)
  if (entries.reduce((sum, { size }) => sum + size, 0) > importLimits.decompressedBytes) throw new ImportFileError('zip_bomb')
  if (!entries.some(({ name }) => name === '[Content_Types].xml') || !entries.some(({ name }) => sheet.test(name)))
    throw new ImportFileError('not_spreadsheet')
  const parts: Record<string, Uint8Array> = {}
  let left: number = importLimits.decompressedBytes
  for (const entry of entries) {
    if (!needed.test(entry.name)) continue
    const part = readPart(bytes, entry, left, sheet.test(entry.name) ? rowCounter() : undefined)
    parts[entry.name] = part
    left -= part.length
  }
  return zipSync(parts, { level: 0 })
}
