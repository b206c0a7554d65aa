/** Companies out of files of the exchange and of our own export (rules of the stock desk, section 1). */
import { inArray } from 'drizzle-orm'
import { headerKey } from '#contract/import/columns.ts'
import { columnProblems, columnWords, guessColumns } from '#contract/import/sheet-columns.ts'
import { problem } from '#contract/kit/schema.ts'
import { addDays } from '#contract/lib/wib.ts'
import type { ImportRules } from '#server/crud/import/rules.ts'
import { failuresOf, storeRows } from '#server/crud/import/store.ts'
import type { SheetRow } from '#server/crud/import/tables.ts'
import type { Db } from '#server/db/database.ts'
import { stockSectors, stocks } from '#server/db/stock.ts'

const headers: Readonly<Record<string, readonly string[]>> = {
  code: ['kode', 'kodesaham', 'ticker', 'emiten'],
  company_name: ['nama', 'namaperusahaan'],
  listed_on: ['tanggalpencatatan'],
  listed_shares: ['saham', 'jumlahsaham'],
  board: ['papan', 'papanpencatatan'],
  sector_id: ['sektor'],
  is_syariah: ['syariah'],
}

const codeOf = (cell = '') => cell.trim().toUpperCase().replace(/\.JK$/, '')

/** A number without any sign is a day as a spreadsheet counts it. */
function dayText(cell: string): string {
  const serial = /^\d{5}$/.test(cell.trim()) ? Number(cell) : 0
  return serial >= 20_000 && serial <= 60_000 ? addDays('1899-12-30', serial) : cell
}

/** Codes as they are stored; a code that stands twice marks each of its rows. Lines beneath the table have no code. */
function arrange(rows: readonly SheetRow[]): SheetRow[] {
  const times = new Map<string, number>()
  for (const { cells } of rows) times.set(codeOf(cells.code), (times.get(codeOf(cells.code)) ?? 0) + 1)
  return rows.flatMap(({ row, cells }) => {
    const code = codeOf(cells.code)
    if (code === '') return []
    const listed_on = cells.listed_on === undefined ? {} : { listed_on: dayText(cells.listed_on) }
    return [{ row, cells: { ...cells, ...listed_on, code }, ...((times.get(code) ?? 0) > 1 && { repeats: true as const }) }]
  })
}

/** The sector that the name of a file names, such as 'Daftar Saham - Energy.xlsx'; the longest where several do. */
async function sectorIn(db: Db, fileName: string): Promise<string | null> {
  const named = await db.select({ name: stockSectors.name }).from(stockSectors)
  const file = headerKey(fileName)
  const found = named.map(({ name }) => name).filter((name) => file.includes(headerKey(name)))
  return found.toSorted((a, b) => b.length - a.length)[0] ?? null
}

const isCut = (name: string, stored: string) => stored.toLowerCase().startsWith(name.trim().toLowerCase())

/** Names that the exchange cut off stay whole; a new company has the sector of its file. */
async function completed(db: Db, rows: readonly SheetRow[], fileName: string): Promise<SheetRow[]> {
  const codes = rows.map(({ cells }) => cells.code ?? '')
  const known = codes.length
    ? await db.select({ code: stocks.code, name: stocks.company_name }).from(stocks).where(inArray(stocks.code, codes))
    : []
  const names = new Map(known.map(({ code, name }) => [code, name]))
  const sector = await sectorIn(db, fileName)
  return rows.map((row) => {
    const { company_name = '', ...rest } = row.cells
    const stored = names.get(row.cells.code ?? '')
    const own = company_name === '' || (stored !== undefined && isCut(company_name, stored)) ? rest : row.cells
    const preset = stored === undefined && sector !== null && !own.sector_id ? { sector_id: sector } : {}
    return { ...row, cells: { ...preset, ...own } }
  })
}

export const stockImport: Partial<ImportRules> = {
  partRows: 250,
  arrange,
  guess(section, header) {
    const plain = guessColumns(header, section)
    return header.map((text, at) => {
      const name = Object.keys(headers).find((each) => headers[each]?.includes(headerKey(text)))
      return (
        plain[at] ??
        (name && !plain.includes(name) && header.findIndex((one) => headers[name]?.includes(headerKey(one))) === at ? name : null)
      )
    })
  },
  refuse(section, mapping) {
    // A file of the exchange has no sector.
    const [wrong] = columnProblems(mapping, section).filter(({ code, field }) => code === 'twice' || field === 'code')
    return wrong ? columnWords(wrong, section) : null
  },
  async store(storing, rows) {
    const twice = rows.filter(({ repeats }) => repeats)
    const whole = await completed(
      storing.db,
      rows.filter(({ repeats }) => !repeats),
      storing.stored.file_name,
    )
    const counts = await storeRows({ ...storing, stored: { ...storing.stored, duplicates: 'update' } }, whole)
    const refused = twice.flatMap((row) => failuresOf(row, [{ field: 'code', problem: problem('duplicate') }]))
    return { ...counts, failures: [...counts.failures, ...refused] }
  },
}
