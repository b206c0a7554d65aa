/** The requests of an import into a section. The server does the work; these begin it and ask how far it is. */

import { request } from '#console/data/api/request.ts'
import { atItsPath } from '#console/data/query/queries.ts'
import { type ImportPolicy, importCalls, type SheetImport } from '#contract/import/import-calls.ts'
import type { TableChoice } from '#contract/import/read-table.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { saveFile } from '../files/save-file.ts'

function callOf(section: Section, verb: 'import' | 'import-template' | 'import-one' | 'import-failures' | 'import-undo') {
  const found = importCalls(section).find(({ name }) => name === `${section.name}.${verb}`)
  if (!found) throw new Error(`${section.name} takes no files`)
  return atItsPath(section, found)
}

export interface ImportChoice {
  file: File
  duplicates: ImportPolicy
  /** Null: the server guesses it. */
  mapping: readonly (string | null)[] | null
  isDry: boolean
  /** How the file is read; the rest is guessed. */
  table: TableChoice
  /** Values chosen once for the file, by field. */
  perFile: Readonly<Record<string, string>>
}

export async function beginImport(
  section: Section,
  { file, duplicates, mapping, isDry, table, perFile }: ImportChoice,
  onProgress: (percent: number) => void,
): Promise<SheetImport> {
  const chosen = { name: file.name, size: file.size, type: file.type, content: file }
  const how = {
    ...(table.sheet !== undefined && { sheet: table.sheet }),
    ...(table.headerRow !== undefined && { header_row: table.headerRow }),
    ...(table.withoutHidden && { hidden_rows: 'leave_out' }),
  }
  const body = { file: chosen, duplicates, dry_run: isDry, ...how, ...perFile, ...(mapping && { mapping: JSON.stringify(mapping) }) }
  return (await request<{ data: SheetImport }>(callOf(section, 'import'), { body, onProgress })).data
}

export async function readImport(section: Section, ref: string, signal: AbortSignal): Promise<SheetImport> {
  return (await request<{ data: SheetImport }>(callOf(section, 'import-one'), { params: { id: ref }, signal })).data
}

export async function undoImport(section: Section, ref: string): Promise<SheetImport> {
  return (await request<{ data: SheetImport }>(callOf(section, 'import-undo'), { params: { id: ref }, body: {} })).data
}

/** Downloads the rows that were not stored, for correction. */
export async function downloadFailures(section: Section, { ref, file_name }: SheetImport): Promise<void> {
  const content = await request<Blob>(callOf(section, 'import-failures'), { params: { id: ref } })
  await saveFile(content, `${file_name.replace(/\.\w+$/, '')}-problems.xlsx`)
}

/** Downloads a file with the accepted columns. */
export async function downloadTemplate(section: Section): Promise<void> {
  await saveFile(await request<Blob>(callOf(section, 'import-template')), `${section.name}-template.xlsx`)
}
