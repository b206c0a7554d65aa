/** Worker that reads a chosen file, so that the page stays responsive. It does not send the file anywhere. */

import { ImportFileError } from '#contract/import/file-problem.ts'
import { importLimits } from '#contract/import/limits.ts'
import { type ImportTable, readTable } from '#contract/import/read-table.ts'
import { excerptOf } from '#contract/import/safe-cell.ts'
import { writeExcerpt } from '#contract/import/write-excerpt.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { type BadCell, checkRow, type RowRules } from '#contract/leads/check-rows.ts'
import type { ImportRow } from '#contract/leads/lead-import.ts'
import type { AboutFile, Checked, Question, Reply } from './protocol.ts'
import { writeParts } from './stored-import.ts'

const shown = 8
const step = 1_000
const maxWarnings = 1_000

let table: ImportTable | null = null
let good: ImportRow[] = []

const say = (reply: Reply) => self.postMessage(reply)

function about({ kind, encoding, sheet, sheets = [], header, headerRow, top, hiddenRows, rows }: ImportTable): AboutFile {
  const widest = rows.slice(0, 200).reduce((max, { cells }) => Math.max(max, cells.length), header.length)
  const columns = Array.from({ length: widest }, (_, at) => header[at] ?? '')
  const samples = columns.map((_, at) =>
    rows
      .slice(0, 200)
      .map(({ cells }) => cells[at] ?? '')
      .filter((cell) => cell !== '')
      .slice(0, 3),
  )
  return {
    ...{ kind, sheets, headerRow, hiddenRows, header: columns, samples, total: rows.length },
    ...(encoding && { encoding }),
    ...(sheet && { sheet }),
    top: top.map(({ number, cells }) => ({ row: number, text: excerptOf(cells.filter((cell) => cell !== '').join(' · ')) })),
  }
}

function check(id: number, rules: RowRules): Checked {
  const { rows } = table ?? { rows: [] }
  const bad: BadCell[] = []
  const warnings: BadCell[] = []
  const phones = new Set<string>()
  let repeated = 0
  good = []
  for (const [at, row] of rows.entries()) {
    const found = checkRow(row, rules)
    if (found.bad.length) bad.push(...found.bad)
    else {
      const phone = toText(found.row.phone)
      if (phones.has(phone)) repeated += 1
      phones.add(phone)
      good.push(found.row)
      if (warnings.length < maxWarnings) warnings.push(...found.warnings)
    }
    if (at % step === 0) say({ id, is: 'progress', done: at, total: rows.length })
  }
  const badRows = new Set(bad.map(({ row }) => row)).size
  return { good: good.length, bad, badRows, warnings, repeated, preview: good.slice(0, shown), phones: [...phones] }
}

/** Splits rows into request parts, by number of rows and length of text. */
function inParts(rows: readonly ImportRow[]): ImportRow[][] {
  const parts: ImportRow[][] = []
  let size = 0
  for (const row of rows) {
    const length = JSON.stringify(row).length
    const last = parts.at(-1)
    if (!last || last.length >= importLimits.chunkRows || size + length > importLimits.chunkText) {
      parts.push([row])
      size = length
    } else {
      last.push(row)
      size += length
    }
  }
  return parts
}

async function answer(question: Question): Promise<Reply> {
  const { id } = question
  switch (question.ask) {
    case 'open':
      table = await readTable(new Uint8Array(await question.file.arrayBuffer()), question.choice)
      return { id, is: 'opened', about: about(table) }
    case 'check':
      return { id, is: 'checked', checked: check(id, question.rules) }
    case 'keep': {
      const parts = inParts(good)
      await writeParts(question.owner, parts)
      return { id, is: 'kept', parts: parts.length }
    }
    case 'excerpt':
      table ??= await readTable(new Uint8Array(await question.file.arrayBuffer()), question.choice)
      return { id, is: 'excerpt', excerpt: await writeExcerpt(table, question.notes, question.title) }
  }
}

self.onmessage = ({ data }: MessageEvent<Question>) => {
  answer(data).then(say, (error: unknown) => {
    if (error instanceof ImportFileError) say({ id: data.id, is: 'refused', code: error.code, params: error.params })
    else say({ id: data.id, is: 'failed', message: error instanceof Error ? error.message : toText(error) })
  })
}
