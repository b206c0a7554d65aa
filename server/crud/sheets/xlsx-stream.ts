/** Streams a workbook of one sheet: only the current page is in memory. */
import { Zip, ZipDeflate } from 'fflate'
import { isFormula, workbookCell } from '#contract/import/safe-cell.ts'
import type { Cell } from './cells.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'http://schemas.openxmlformats.org'
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${head}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${head}<styleSheet xmlns="${office}/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0"/><xf numFmtId="164" fontId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" applyFont="1"/><xf numFmtId="0" fontId="0" quotePrefix="1"/></cellXfs></styleSheet>`,
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Invalid in XML, even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the point of the pattern is to find them
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function xml(text: string): string {
  return text.replace(unwritable, '').replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)
}

/** Days since the end of 1899 in WIB, as in spreadsheets. */
function serial(moment: string): number {
  return (Date.parse(moment) + 7 * 3_600_000) / 86_400_000 + 25_569
}

function cellXml(cell: Cell, style: number): string {
  const s = style ? ` s="${style}"` : ''
  if (cell === null || cell === '') return '<c/>'
  if (typeof cell === 'number') return `<c${s}><v>${cell}</v></c>`
  if (typeof cell === 'object') return `<c s="1"><v>${serial(cell.moment)}</v></c>`
  // An edited cell of this style stays a text.
  const textStyle = style === 0 && isFormula(cell) ? ' s="3"' : s
  return `<c${textStyle} t="inlineStr"><is><t xml:space="preserve">${xml(workbookCell(cell))}</t></is></c>`
}

const rowXml = (cells: readonly Cell[], style = 0) => `<row>${cells.map((cell) => cellXml(cell, style)).join('')}</row>`

/** Excel allows 31 characters in a sheet's name, and none of these signs. */
const sheetName = (name: string) => name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)

function workbook(name: string): string {
  const title = xml(sheetName(name.charAt(0).toUpperCase() + name.slice(1)))
  return `${head}<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="${title}" sheetId="1" r:id="rId1"/></sheets></workbook>`
}

/** Streams to `out`: the header at once, rows as given, the end on request. */
export function xlsxWriter(name: string, header: readonly string[], out: (bytes: Uint8Array<ArrayBuffer>) => void) {
  const encode = new TextEncoder()
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    // The compressor reuses its buffer.
    out(Uint8Array.from(bytes))
  })
  const add = (partName: string) => {
    const part = new ZipDeflate(partName, { level: 6 })
    zip.add(part)
    return part
  }
  for (const [path, text] of Object.entries({ ...parts, 'xl/workbook.xml': workbook(name) })) add(path).push(encode.encode(text), true)
  const sheet = add('xl/worksheets/sheet1.xml')
  const columns = `<cols><col min="1" max="${header.length}" width="22" customWidth="1"/></cols>`
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  sheet.push(encode.encode(`${head}<worksheet xmlns="${office}/spreadsheetml/2006/main">${view}${columns}<sheetData>${rowXml(header, 2)}`))
  return {
    rows: (rows: readonly (readonly Cell[])[]) => void sheet.push(encode.encode(rows.map((row) => rowXml(row)).join(''))),
    end() {
      sheet.push(encode.encode('</sheetData></worksheet>'), true)
      zip.end()
    },
  }
}
