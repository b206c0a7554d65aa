/** What a section may decide of the files that become its records; whoever says nothing gets `plainRules`. */
import { type ColumnMapping, columnProblems, columnWords, guessColumns, importFields } from '#contract/import/sheet-columns.ts'
import type { Section } from '#contract/kit/section/section.ts'
import type { Db } from '#server/db/database.ts'
import type { SheetRow } from '#server/db/tables/imports.ts'
import { PermanentError } from '#server/platform/jobs/kind.ts'
import type { Shape } from '../query/shape.ts'
import type { Counts, StoredImport } from './state.ts'
import { type Storing, storeRows } from './store.ts'
import { type UndoRecords, undoRecords } from './undo.ts'
import { importWords } from './words.ts'

export interface ImportRules {
  /** Rows of one transaction: as many as others may wait for. */
  partRows: number
  /** Whether a column can hold this. */
  isTarget(section: Section, name: string): boolean
  /** What each column holds, by the header of the file. */
  guess(section: Section, header: readonly string[]): ColumnMapping
  /** Why rows cannot be read with these columns, in words; null when they can. */
  refuse(section: Section, mapping: ColumnMapping, stored: StoredImport): string | null
  /** What is chosen once for a file, as far as its name says it. */
  preset?(db: Db, fileName: string): Promise<Record<string, unknown>>
  /** All rows of a file, before they are kept in parts: which of them repeats another, and what one has from another. */
  arrange?(rows: readonly SheetRow[]): SheetRow[]
  /** Stores a part. In a dry run the caller rolls it back. */
  store(storing: Storing, rows: readonly SheetRow[]): Promise<Counts>
  /** Takes back what was done to these records, which are locked and seen by the person. */
  undo: UndoRecords
  /** What an undo had to keep may be free later: it can be tried again. */
  undoesAgain?: true
}

const plainRules: ImportRules = {
  partRows: 25,
  isTarget: (section, name) => Object.hasOwn(importFields(section), name),
  guess: (section, header) => guessColumns(header, section, importWords(section).columns),
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

/** Makes files importable into a section. */
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
