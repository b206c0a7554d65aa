import { readdirSync, readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { parseCsv } from '#contract/import/csv.ts'
import { readTable } from '#contract/import/read-table.ts'
import { plainCell } from '#contract/import/safe-cell.ts'
import type { Cell } from './cells.ts'
import { csvWriter } from './csv-stream.ts'
import { xlsxWriter } from './xlsx-stream.ts'

const rows: Cell[][] = [
  [-17, '-17', '=1+1', 'a;=1', "'0812"],
  [-1.5, '+6281234567890', '＝1', 'x\n@y', "o'clock"],
]
const header = ['number', 'signed', '=header', 'inner', 'own']

function write(
  make:
    | typeof csvWriter
    | ((
        header: readonly string[],
        out: (bytes: Uint8Array<ArrayBuffer>) => void,
      ) => { rows(list: readonly (readonly Cell[])[]): void; end(): void }),
) {
  const made: Uint8Array<ArrayBuffer>[] = []
  const writer = make(header, (bytes) => void made.push(bytes))
  writer.rows(rows)
  writer.end()
  return new Uint8Array(Buffer.concat(made))
}

it('a csv guards texts and no numbers', () => {
  const [head, ...lines] = parseCsv(new TextDecoder().decode(write(csvWriter)), ',').map(({ cells }) => cells)
  expect(head).toEqual(['number', 'signed', "'=header", 'inner', 'own'])
  expect(lines).toEqual([
    ['-17', '-17', "'=1+1", "'a;'=1", "''0812"],
    ['-1.5', '+6281234567890', "'＝1", "'x\n'@y", "o'clock"],
  ])
  expect(lines.map((cells) => cells.map(plainCell))).toEqual(rows.map((cells) => cells.map(String)))
})

it('a workbook has texts as they are, in cells that stay texts when they are edited, and numbers as numbers', async () => {
  const bytes = write((names, out) => xlsxWriter('x', names, out))
  const parts = unzipSync(bytes)
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet).toContain('<c><v>-17</v></c>')
  expect(sheet).toContain('<c s="3" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>')
  expect(sheet).toContain('<c s="3" t="inlineStr"><is><t xml:space="preserve">a;=1</t></is></c>')
  expect(strFromU8(parts['xl/styles.xml'] ?? new Uint8Array())).toMatch(/(<xf [^>]*\/>){3}<xf [^>]*quotePrefix="1"\/><\/cellXfs>/)
  const table = await readTable(bytes)
  expect([table.header, ...table.rows.map(({ cells }) => cells)]).toEqual([header, ...rows.map((cells) => cells.map(String))])
})

it('whatever writes csv or a workbook does it by the guarded writers', () => {
  const own = /csv-stream|xlsx-stream|safe-cell|write-excerpt/
  const sources = ['server', 'src', 'contract', 'sw'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      /(?<!\.test)\.tsx?$/.test(name) && !own.test(name) ? [`${folder}/${name}`] : [],
    ),
  )
  expect(sources.length).toBeGreaterThan(1_000)
  const writers = /inlineStr|aoa_to_sheet|json_to_sheet|sheet_add|sheet_to_csv/
  expect(sources.filter((name) => writers.test(readFileSync(name, 'utf8')))).toEqual([])
})
