// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#console/data/api/api-error.ts'
import { sessionStore } from '#console/data/api/session.ts'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import type { SheetFailure, SheetImport } from '#contract/import/import-calls.ts'
import type { Permission } from '#contract/kit/field/permission.ts'
import { stock } from '#contract/sections/stock/stock.ts'
import type { ImportChoice } from './import-calls.ts'
import { ImportWindow } from './import-window.tsx'

interface Beginning {
  choice: ImportChoice
  progress: (percent: number) => void
  answer: (found: SheetImport) => void
  refuse: (error: Error) => void
}
const calls = vi.hoisted(() => ({ begun: [] as Beginning[], next: vi.fn<() => SheetImport>(), download: vi.fn<() => Promise<void>>() }))
vi.mock('./import-calls.ts', () => ({
  beginImport: (_section: unknown, choice: ImportChoice, progress: Beginning['progress']) =>
    new Promise<SheetImport>((resolve, reject) => calls.begun.push({ choice, progress, answer: resolve, refuse: reject })),
  readImport: async () => calls.next(),
  undoImport: async () => calls.next(),
  downloadFailures: calls.download,
  downloadTemplate: async () => undefined,
}))
vi.mock('#console/data/jobs/follow.ts', () => ({ expectJob: () => undefined }))
vi.mock('#console/data/query/queries.ts', () => ({ invalidateSection: () => undefined }))
vi.mock('../actions/reference-options.ts', () => ({ useReferenceOptions: () => ({ offered: [{ id: '7', label: 'Energi' }] }) }))

const failure = (row: number, values: Partial<SheetFailure>): SheetFailure => {
  return { row, field: 'sector_id', value: 'Tambang', code: 'unknown_reference', message: '', params: null, ...values }
}
const some: SheetImport = {
  ...{ id: 1, ref: 'import-1', file_name: 'saham.xlsx', section: 'stock', created_at: '', created_by: 'Sari', undo_until: null },
  ...{ state: 'running', total: 3, created: 0, updated: 0, skipped: 0, failed: 0, undone: 0, kept: 0, failed_rows: 0 },
  ...{ duplicates: 'skip', dry_run: true, problem: null, problem_code: null, per_file: [], failures: [], kept_rows: [] },
  ...{ sheet: 'Data', sheets: ['Petunjuk', 'Data'], header_row: 2, hidden_rows: 2, left_out: false, warnings: [] },
  top: [
    { row: 1, cells: 'Daftar Saham' },
    { row: 2, cells: 'Kode · Sector' },
  ],
  columns: ['Kode', 'Sector'].map((header, at) => ({ header, field: ['code', 'sector_id'][at] ?? null })),
}

let root: Root
beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await Promise.all([loadMessages(['kit', 'forms', 'sheets', 'import']), loadSectionWords('stock')])
  const permissions: Permission[] = ['get stock', 'create stock', 'update stock']
  const user = { id: 1, ref: 'me', name: 'Sari', email: 'sari@lapangan.test' }
  sessionStore.set((old) => ({ ...old, status: 'signed-in', session: { token: '', roles: [], permissions, roleRead: [], user } }))
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  calls.begun.length = 0
  calls.download.mockReset().mockResolvedValue(undefined)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<ImportWindow section={stock} onClose={() => undefined} />))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')
const shownText = () => dialog()?.textContent ?? ''
const buttons = () => [...(dialog()?.querySelectorAll('button') ?? [])]
const press = (name: string) =>
  act(async () => {
    const found = buttons().find(({ textContent }) => textContent === name)
    if (!found) throw new Error(`no button ${name} among ${buttons().map(({ textContent }) => textContent)}`)
    found.click()
    // A second press within a second is ignored.
    await vi.advanceTimersByTimeAsync(0)
  })
const answer = (found: Partial<SheetImport>) => act(async () => calls.begun.at(-1)?.answer({ ...some, ...found }))

/** Sets the server's next response to a poll. */
async function poll(found: Partial<SheetImport>): Promise<void> {
  calls.next.mockReturnValue({ ...some, ...found })
  await act(async () => void (await vi.advanceTimersByTimeAsync(700)))
}

async function choose(): Promise<File> {
  const file = new File(['x'], 'saham.xlsx')
  const input = dialog()?.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file can be chosen')
  Object.defineProperty(input, 'files', { configurable: true, value: [file] })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
  return file
}

const bar = () => dialog()?.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow') ?? null
const cells = () =>
  [...(dialog()?.querySelectorAll('tbody tr') ?? [])].map((row) => [...row.children].map(({ textContent }) => textContent))
const counts = () =>
  Object.fromEntries(
    [...(dialog()?.querySelectorAll('dl div') ?? [])].map((each) => [...each.children].map(({ textContent }) => textContent)),
  )

it('a file is uploaded, checked, shown with its bad rows, which can be downloaded, and stored', async () => {
  expect(shownText()).toContain('xlsx, xls or csv, up to 50,000 rows')
  const file = await choose()
  expect(calls.begun[0]?.choice).toEqual({ file, duplicates: 'skip', mapping: null, isDry: true, table: {}, perFile: {} })
  act(() => calls.begun[0]?.progress(40))
  expect([shownText().includes('Sending the file'), bar()]).toEqual([true, '40'])

  await answer({})
  await poll({ created: 1, failed: 1, failed_rows: 1 })
  expect([shownText().includes('The server is working on the rows'), Math.round(Number(bar())), cells()]).toEqual([true, 67, []])

  const failures = [
    failure(3, { params: { min: null, max: null, values: 'Energi, Keuangan', field: null, kind: null, of: null } }),
    failure(4, { field: 'board', value: 'Utamaa', code: 'choice' }),
  ]
  const checked: Partial<SheetImport> = { state: 'checked', created: 1, failed: 2, failed_rows: 2, failures }
  await poll(checked)
  expect(counts()).toEqual({ New: '1', 'With problems': '2' })
  expect(cells()).toMatchObject([
    ['3', 'Sector', 'Tambang', expect.stringContaining('Energi, Keuangan')],
    ['4', 'Board', 'Utamaa', expect.any(String)],
  ])
  await press('Download these rows')
  expect(calls.download).toHaveBeenCalledExactlyOnceWith(stock, { ...some, ...checked })
  expect(dialog()?.querySelector('[role=alert]')).toBeNull()

  await press('Import 1 row')
  expect(calls.begun[1]?.choice).toEqual({ file, duplicates: 'skip', mapping: ['code', 'sector_id'], isDry: false, table: {}, perFile: {} })
  await answer({ dry_run: false })
  await poll({ state: 'done', dry_run: false, created: 1, failed: 2, failed_rows: 2, failures, undo_until: '2026-11-01T00:00:00.000Z' })
  expect([shownText().includes('Imported'), counts()]).toEqual([true, { New: '1', 'With problems': '2' }])
  expect(buttons().map(({ textContent }) => textContent)).toEqual(expect.arrayContaining(['Another file', 'Undo', 'Download these rows']))
  expect(shownText()).not.toContain('Check again')

  calls.next.mockReturnValue({ ...some, state: 'undoing' })
  await press('Undo')
  expect(shownText()).toContain('Taking rows back')
  await poll({ state: 'undone', undone: 1 })
  expect(shownText()).toContain('Taken back')
})

it('how a file is read is shown and can be changed: its sheet, the row of the names, and hidden rows', async () => {
  await choose()
  await answer({})
  const warning = failure(5, { field: 'board', value: '#N/A', code: 'cell_error' })
  await poll({ state: 'checked', created: 1, warnings: [warning] })
  expect(cells()).toMatchObject([['5', 'Board', '#N/A', 'The cell holds an error of the spreadsheet, and was left empty']])
  expect(shownText()).toContain('2 hidden rows')
  const selects = [...(dialog()?.querySelectorAll<HTMLSelectElement>('[data-how-read] select') ?? [])]
  expect(selects.map(({ value }) => value)).toEqual(['Data', '2'])
  expect([...(selects[1]?.options ?? [])].map(({ text }) => text)).toEqual(['Row 1: Daftar Saham', 'Row 2: Kode · Sector'])
  await act(async () => dialog()?.querySelectorAll<HTMLInputElement>('[data-how-read] input')[1]?.click())
  expect(calls.begun[1]?.choice).toMatchObject({ mapping: null, isDry: true, table: { withoutHidden: true } })
  await answer({})
  await poll({ state: 'failed', total: 0, problem: 'None.', problem_code: 'no_rows', header_row: null, columns: [] })
  expect(dialog()?.querySelector('[role=alert]')?.textContent).toBe('The file has a header and no rows.')
  const sheet = dialog()?.querySelector<HTMLSelectElement>('[data-how-read] select')
  await act(async () => {
    if (!sheet) throw new Error('no sheet can be chosen')
    sheet.value = 'Petunjuk'
    sheet.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(calls.begun[2]?.choice).toMatchObject({ mapping: null, isDry: true, table: { sheet: 'Petunjuk', withoutHidden: true } })
})

it('a file that cannot be read says why, and what to do about its columns; it can be checked again', async () => {
  await choose()
  await answer({})
  const columns = ['Kode', 'Sector'].map((header) => ({ header, field: header === 'Kode' ? null : 'sector_id' }))
  await poll({ state: 'failed', total: 0, problem: 'No column.', problem_code: 'mapping', columns })
  expect(dialog()?.querySelector('[role=alert]')?.textContent).toMatch(/^No column holds .*code/i)
  const select = dialog()?.querySelector<HTMLSelectElement>('select[aria-label=Kode]')
  await act(async () => {
    if (!select) throw new Error('no column can be chosen')
    select.value = 'code'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await press('Check again')
  expect(calls.begun[1]?.choice).toMatchObject({ mapping: ['code', 'sector_id'], isDry: true })
  await act(async () => calls.begun[1]?.refuse(new ApiError('The file is damaged', 422, 'invalid')))
  expect(dialog()?.querySelector('[role=alert]')?.textContent).toContain('The file is damaged')
})
