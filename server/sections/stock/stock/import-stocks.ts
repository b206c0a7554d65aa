/** Imports companies from the exchange's files and our exports (docs/product/stock.md#company-import). */
import { eq, inArray } from 'drizzle-orm'
import { headerKey } from '#contract/import/columns.ts'
import { type ColumnWords, columnProblems, columnWords, guessColumns } from '#contract/import/sheet-columns.ts'
import { missingValue, problem } from '#contract/kit/field/problem.ts'
import { addDays } from '#contract/lib/wib.ts'
import type { ImportRules } from '#server/crud/import/rules.ts'
import { failuresOf, type Storing, storeRows } from '#server/crud/import/store.ts'
import { importWords } from '#server/crud/import/words.ts'
import type { Db } from '#server/db/database.ts'
import type { SheetRow } from '#server/db/tables/imports.ts'
import { stockSectors, stocks } from '#server/db/tables/stock.ts'

/** Column headers of the exchange, beside the console's words. */
const headers: ColumnWords = {
  code: ['Kode saham', 'Ticker', 'Emiten'],
  company_name: ['Nama'],
  listed_shares: ['Saham'],
  board: ['Papan'],
}

const codeOf = (cell = '') => cell.trim().toUpperCase().replace(/\.JK$/, '')

/** A plain number is a spreadsheet's serial day. */
function dayText(cell: string): string {
  const serial = /^\d{5}$/.test(cell.trim()) ? Number(cell) : 0
  return serial >= 20_000 && serial <= 60_000 ? addDays('1899-12-30', serial) : cell
}

/** Lines below the table, such as a total or a source, have no code and no company. */
const isFooter = ({ company_name = '', ...rest }: SheetRow['cells']) =>
  codeOf(rest.code) === '' && company_name.trim() === '' && Object.values(rest).filter((cell) => cell.trim() !== '').length < 2

/** Normalises codes and marks repeated ones; lines below the table are left out. */
function arrange(rows: readonly SheetRow[]): SheetRow[] {
  const times = new Map<string, number>()
  for (const { cells } of rows) times.set(codeOf(cells.code), (times.get(codeOf(cells.code)) ?? 0) + 1)
  return rows.flatMap((one) => {
    const { row, cells } = one
    const code = codeOf(cells.code)
    if (isFooter(cells)) return []
    if (code === '') return [one]
    const listed_on = cells.listed_on === undefined ? {} : { listed_on: dayText(cells.listed_on) }
    return [{ ...one, row, cells: { ...cells, ...listed_on, code }, ...((times.get(code) ?? 0) > 1 && { repeats: true as const }) }]
  })
}

/** Returns the sector in a file's name, such as 'Daftar Saham - Energy.xlsx'; the longest of several. */
async function sectorIn(db: Db, fileName: string): Promise<Record<string, unknown>> {
  const named = await db.select({ id: stockSectors.id, name: stockSectors.name }).from(stockSectors)
  const file = headerKey(fileName)
  const found = named.filter(({ name }) => file.includes(headerKey(name)))
  const [longest] = found.toSorted((a, b) => b.name.length - a.name.length)
  return longest ? { sector_id: longest.id } : {}
}

async function nameOfSector(db: Db, id: unknown): Promise<string | null> {
  if (typeof id !== 'number') return null
  const [found] = await db.select({ name: stockSectors.name }).from(stockSectors).where(eq(stockSectors.id, id))
  return found?.name ?? null
}

const isCut = (name: string, stored: string) => stored.toLowerCase().startsWith(name.trim().toLowerCase())

/** Keeps full names that the exchange truncates; a new company gets the file's sector. */
async function completed({ db, stored }: Storing, rows: readonly SheetRow[]): Promise<SheetRow[]> {
  const codes = rows.map(({ cells }) => cells.code ?? '')
  const known = codes.length
    ? await db.select({ code: stocks.code, name: stocks.company_name }).from(stocks).where(inArray(stocks.code, codes))
    : []
  const names = new Map(known.map(({ code, name }) => [code, name]))
  const sector = await nameOfSector(db, stored.defaults.sector_id)
  return rows.map((row) => {
    const { company_name = '', ...rest } = row.cells
    const name = names.get(row.cells.code ?? '')
    const own = company_name === '' || (name !== undefined && isCut(company_name, name)) ? rest : row.cells
    const preset = name === undefined && sector !== null && !own.sector_id ? { sector_id: sector } : {}
    return { ...row, cells: { ...preset, ...own } }
  })
}

export const stockImport: Partial<ImportRules> = {
  partRows: 250,
  preset: sectorIn,
  arrange,
  guess: (section, header) => guessColumns(header, section, importWords(section).columns, headers),
  refuse(section, mapping) {
    // The exchange's files have no sector.
    const [wrong] = columnProblems(mapping, section).filter(({ code, field }) => code === 'twice' || field === 'code')
    return wrong ? columnWords(wrong, section) : null
  },
  async store(storing, rows) {
    const nameless = rows.filter(({ cells }) => codeOf(cells.code) === '')
    const named = rows.filter((row) => !nameless.includes(row))
    const twice = named.filter(({ repeats }) => repeats)
    const whole = await completed(
      storing,
      named.filter(({ repeats }) => !repeats),
    )
    const counts = await storeRows({ ...storing, stored: { ...storing.stored, duplicates: 'update' } }, whole)
    const refused = twice.flatMap((row) => failuresOf(row, [{ field: 'code', problem: problem('duplicate') }]))
    const missing = nameless.flatMap((row) => failuresOf(row, [{ field: 'code', problem: missingValue('code', { kind: 'text' }) }]))
    return { ...counts, failures: [...counts.failures, ...refused, ...missing] }
  },
}
