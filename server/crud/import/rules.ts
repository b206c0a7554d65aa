/** Rules of a section for imported files; the default is `plainRules`. */
import { headerKey } from '#contract/import/columns.ts'
import { type ColumnMapping, columnNames, columnProblems, columnWords, guessColumns, importFields } from '#contract/import/sheet-columns.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { headerOf } from '#contract/kit/section/sheet-header.ts'
import type { Db } from '#server/db/database.ts'
import type { SheetRow } from '#server/db/tables/imports.ts'
import { PermanentError } from '#server/platform/jobs/kind.ts'
import type { Shape } from '../query/shape.ts'
import type { Counts, StoredImport } from './state.ts'
import { type Storing, storeRows } from './store.ts'
import { type UndoRecords, undoRecords } from './undo.ts'
import { importWords } from './words.ts'

export interface ImportRules {
  /** Rows per transaction, limited for others who wait. */
  partRows: number
  /** Whether a column can hold this. */
  isTarget(section: Section, name: string): boolean
  /** Guesses columns by header. */
  guess(section: Section, header: readonly string[]): ColumnMapping
  /** Keys of headers that this section knows beside those of contacts, to find the row that has them. */
  headers(section: Section): readonly string[]
  /** Field for phones and emails of a row beside the one that counts. */
  others?: string
  /** Returns why rows cannot be read so, in words; null if they can. */
  refuse(section: Section, mapping: ColumnMapping, stored: StoredImport): string | null
  /** Returns values for the whole file, from its name. */
  preset?(db: Db, fileName: string): Promise<Record<string, unknown>>
  /** Prepares all rows before they are split into parts: marks repeats, and copies values between rows. */
  arrange?(rows: readonly SheetRow[]): SheetRow[]
  /** Stores a part. A dry run rolls it back. */
  store(storing: Storing, rows: readonly SheetRow[]): Promise<Counts>
  /** Undoes changes of these records, which are locked and visible to the person. */
  undo: UndoRecords
  /** An undo can be retried for records that it kept. */
  undoesAgain?: true
}

const plainRules: ImportRules = {
  partRows: 25,
  isTarget: (section, name) => columnNames(section).includes(name),
  guess: (section, header) => guessColumns(header, section, importWords(section).columns),
  headers(section) {
    const words = importWords(section).columns
    return Object.entries(importFields(section)).flatMap(([name, field]) => {
      return [headerOf(name, field), name, ...(section.fields[name]?.aliases ?? []), ...(words[name] ?? [])].map(headerKey)
    })
  },
  refuse(section, mapping) {
    const [wrong] = columnProblems(mapping, section)
    return wrong ? columnWords(wrong, section) : null
  },
  store: storeRows,
  undo: undoRecords,
}

export interface Importable {
  shape: Shape
  rules: ImportRules
}

const importableSections = new Map<string, Importable>()

/** Adds imports to a section. */
export function offerImport(shape: Shape, own: Partial<ImportRules> = shape.hooks.import ?? {}): Importable {
  const importable = { shape, rules: { ...plainRules, ...own } }
  importableSections.set(shape.section.name, importable)
  return importable
}

export function importableOf({ section }: Pick<StoredImport, 'section'>): Importable {
  const found = importableSections.get(section)
  if (!found) throw new PermanentError('This section takes no files any more.')
  return found
}
