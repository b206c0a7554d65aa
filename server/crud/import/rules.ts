/** What a section may decide of the files that become its records; whoever says nothing gets `plainRules`. */
import { type ColumnMapping, columnProblems, columnWords, guessColumns } from '#contract/import/sheet-columns.ts'
import type { Section } from '#contract/kit/section.ts'
import { NeverError } from '#server/platform/jobs/kind.ts'
import type { Shape } from '../shape.ts'
import type { Counts, StoredImport } from './state.ts'
import { type Storing, storeRows } from './store.ts'
import type { SheetRow } from './tables.ts'

export interface ImportRules {
  /** Rows of one transaction: as many as others may wait for. */
  partRows: number
  /** Whether a column can hold this. */
  isTarget(section: Section, name: string): boolean
  /** What each column holds, by the header of the file. */
  guess(section: Section, header: readonly string[]): ColumnMapping
  /** Why rows cannot be read with these columns, in words; null when they can. */
  refuse(section: Section, mapping: ColumnMapping, stored: StoredImport): string | null
  /** Stores a part. In a dry run the caller rolls it back. */
  store(storing: Storing, rows: readonly SheetRow[]): Promise<Counts>
}

const plainRules: ImportRules = {
  partRows: 25,
  isTarget: ({ fields }, name) => Object.hasOwn(fields, name),
  guess: (section, header) => guessColumns(header, section),
  refuse(section, mapping) {
    const [wrong] = columnProblems(mapping, section)
    return wrong ? columnWords(wrong, section) : null
  },
  store: storeRows,
}

export interface Importable {
  shape: Shape
  rules: ImportRules
}

const offered = new Map<string, Importable>()

/** Makes files importable into a section. */
export function offerImport(shape: Shape, rules: ImportRules = plainRules): Importable {
  const importable = { shape, rules }
  offered.set(shape.section.name, importable)
  return importable
}

export function importableOf({ section }: Pick<StoredImport, 'section'>): Importable {
  const found = offered.get(section)
  if (!found) throw new NeverError('This section takes no files any more.')
  return found
}
