/** Files of other programs, read as the screen and the server read them (tests/cases/import). */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { guessMapping } from '../import/columns.ts'
import { ImportFileError } from '../import/file-problem.ts'
import { idsByName } from '../import/names.ts'
import { readNumber } from '../import/read-number.ts'
import { readTable, type TableChoice } from '../import/read-table.ts'
import { checkRow } from './check-rows.ts'

const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(`../../tests/cases/import/${name}`, import.meta.url)))
const names = {
  campaign: idsByName([{ id: 7, name: 'Kelas Agustus' }]),
  sales: idsByName([{ id: 3, name: 'Budi Santoso' }]),
}

async function read(name: string, choice: TableChoice = {}) {
  const table = await readTable(bytesOf(name), choice)
  const mapping = guessMapping(table.header)
  return { table, checked: table.rows.map((row) => checkRow(row, { mapping, names, campaign: null, mayAssign: null })) }
}

/** Rows that would be stored, without their line; those refused as 'line field code'. */
async function outcomeOf(name: string, choice: TableChoice = {}) {
  const { checked } = await read(name, choice)
  return {
    rows: checked.filter(({ bad }) => !bad.length).map(({ row: { row: _, ...rest } }) => rest),
    bad: checked.flatMap(({ bad }) => bad.map(({ row, field, problem }) => `${row} ${field} ${problem.code}`)),
    warnings: checked.flatMap(({ warnings }) =>
      warnings.map(({ row, field, value, problem }) => `${row} ${field} ${value} ${problem.code}`),
    ),
  }
}

describe('a file of another program', () => {
  it('08b-hubspot-owner.csv gives names of two columns, and the owner as the salesperson', async () => {
    expect(await outcomeOf('08b-hubspot-owner.csv')).toEqual({
      rows: [
        { name: 'Rina Uji', phone: '6281234504001', email: 'hub@example.com', sales: 3, city: 'Jakarta' },
        { name: 'Tono Uji', phone: '6281234504002', email: 'hub2@example.com', sales: 3, city: 'Jakarta' },
      ],
      bad: [],
      warnings: [],
    })
  })

  it('08-hubspot.csv gives the filled one of several phone columns, and keeps the others', async () => {
    const { rows, bad } = await outcomeOf('08-hubspot.csv')
    expect(bad).toEqual([])
    expect(rows).toEqual([
      { name: 'Budi Hub', phone: '6281234500016', email: 'hub@example.com', status: 'new', city: 'Jakarta' },
      {
        ...{ name: 'Siti Hub', phone: '6281234500017', email: 'hub2@example.com', status: 'new', city: 'Jakarta' },
        other_contacts: '021-5551234',
      },
    ])
  })

  it('07-google-contacts.csv gives values instead of labels, a name with its titles, and the first valid number', async () => {
    expect(await outcomeOf('07-google-contacts.csv')).toEqual({
      rows: [
        {
          ...{ name: 'dr. Budi Santoso Sp.A', phone: '6281234500012', email: 'budi@example.com', tags: [] },
          other_contacts: '0813 3450 0013, 021-5551234',
        },
        { name: 'Siti Aminah', phone: '6281234500014' },
      ],
      bad: [],
      warnings: [],
    })
  })

  it('11-meta-lead-ads.csv gives the phone without its mark, the campaign by its name, and a new lead', async () => {
    expect((await outcomeOf('11-meta-lead-ads.csv')).rows).toEqual([
      { name: 'Budi Meta', phone: '6281234500020', email: 'meta@example.com', status: 'new', campaign_id: 7 },
    ])
  })

  it('09-pipedrive.csv has its columns known', async () => {
    expect((await outcomeOf('09-pipedrive.csv')).rows).toEqual([
      { name: 'Budi Pipe', phone: '6281234500018', email: 'pipe@example.com', sales: 3, tags: ['Hot lead'] },
    ])
  })
})

describe('a workbook', () => {
  it('16-date1904.xlsx counts its days from 1904', async () => {
    const { rows } = await outcomeOf('16-date1904.xlsx')
    expect(rows.map(({ next_follow_up }) => next_follow_up)).toEqual(['2026-08-03T00:00:00+07:00', '2026-08-03T12:00:00+07:00'])
  })

  it('20-formulas.xlsx gives the values of formulas, and an error as nothing, which is told', async () => {
    expect(await outcomeOf('20-formulas.xlsx')).toEqual({
      rows: [{ name: 'Budi Rumus', phone: '6281234503011' }],
      bad: [],
      warnings: ['2 city #N/A cell_error'],
    })
  })

  it('19-hidden-rows.xlsx tells its hidden rows, which are read or left out', async () => {
    const { table } = await read('19-hidden-rows.xlsx')
    expect([table.hiddenRows, table.rows.length]).toEqual([2, 3])
    const { table: seen } = await read('19-hidden-rows.xlsx', { withoutHidden: true })
    expect([seen.hiddenRows, seen.rows.map(({ cells }) => cells[0])]).toEqual([2, ['Budi Terlihat']])
  })

  it('18-merged-cells.xlsx gives each row the value of its merged cell', async () => {
    const { rows } = await outcomeOf('18-merged-cells.xlsx')
    expect(rows.map(({ name, city }) => `${name} ${city}`)).toEqual(['Budi Merge Solo', 'Siti Merge Solo', 'Tono Merge Solo'])
  })

  it('51-stocks-fractions.xlsx has decimals that nobody takes for thousands', async () => {
    const { table } = await read('51-stocks-fractions.xlsx')
    expect(table.rows.map(({ cells }) => readNumber(cells[2] ?? ''))).toEqual([
      { value: 1.125 },
      { value: 1_234_567_890 },
      { value: 12.5 },
      { value: null, problem: 'digits_lost' },
      { value: 100_000.001 },
    ])
  })

  it('20f-second-sheet.xlsx is read where its table is, and another sheet can be said', async () => {
    const { table } = await read('20f-second-sheet.xlsx')
    expect([table.sheet, table.sheets, table.header]).toEqual(['Data', ['Petunjuk', 'Data'], ['Nama', 'No HP']])
    await expect(read('20f-second-sheet.xlsx', { sheet: 'Petunjuk' })).rejects.toMatchObject({ code: 'no_rows' })
    await expect(read('20f-second-sheet.xlsx', { sheet: 'Lain' })).rejects.toMatchObject({ code: 'no_sheet' })
  })
})

it('06-two-header-rows.csv has the row that names most columns as its header, and another can be said', async () => {
  const { table } = await read('06-two-header-rows.csv')
  expect([table.headerRow, table.rows.length, table.top.map(({ number }) => number)]).toEqual([2, 1, [1, 2, 3]])
  const { table: first } = await read('06-two-header-rows.csv', { headerRow: 1 })
  expect([first.header[0], first.rows.length]).toEqual(['Data Pribadi', 2])
  await expect(read('06-two-header-rows.csv', { headerRow: 9 })).rejects.toMatchObject({ code: 'no_header', params: { row: 9 } })
})

it('12-contacts.vcf is named for what it is', async () => {
  await expect(read('12-contacts.vcf')).rejects.toEqual(new ImportFileError('vcard'))
})

it('15-dates-indonesia.csv has all of its dates read that are dates, and doubts are told', async () => {
  const { rows, bad, warnings } = await outcomeOf('15-dates-indonesia.csv')
  const of = (day: string, time = '00:00:00') => `${day}T${time}+07:00`
  const third = of('2026-08-03')
  const expected = [
    ...[third, third, of('2026-08-31'), third, third, third, third, third, of('2026-08-07'), of('2026-08-07')],
    ...[of('2026-08-07', '14:30:00'), of('2026-08-03', '14:30:00'), of('2026-08-03', '14:30:00'), of('2026-08-03', '13:30:00')],
    ...[third, of('2026-11-03'), of('2026-02-03'), of('2026-09-03'), third, null, of('2026-08-03', '14:30:00'), third],
    ...[of('2026-08-03', '14:30:00'), of('2026-08-03', '14:30:15'), third, null, null],
  ]
  expect(rows.map(({ name, next_follow_up }) => [name, next_follow_up])).toEqual(
    expected.flatMap((date, at) => (date ? [[`Tgl ${at}`, date]] : [])),
  )
  expect(bad).toEqual(['21 next_follow_up date_serial', '27 next_follow_up date_time', '28 next_follow_up date_time'])
  expect(warnings).toEqual(['4 next_follow_up 08/31/2026 month_first', '23 next_follow_up Rabu, 3 Agustus 2026 weekday'])
})

it('13-phones-indonesia.csv has every mobile number read, and says why others are none', async () => {
  const { rows, bad } = await outcomeOf('13-phones-indonesia.csv')
  const refused: Readonly<Record<number, string>> = { 8: 'phone_landline', 9: 'phone_landline', 10: 'phone_short', 11: 'phone_abroad' }
  const short: Readonly<Record<number, string>> = { 7: '628123450037', 23: '628123450049' }
  const expected = Array.from({ length: 28 }, (_, at) => at).filter((at) => !refused[at])
  expect(rows.map(({ name, phone }) => [name, phone])).toEqual(
    expected.map((at) => [`Telp ${at}`, short[at] ?? `62812345000${String(30 + at - (at > 7 ? 4 : 0))}`]),
  )
  expect(bad).toEqual(Object.entries(refused).map(([at, code]) => `${Number(at) + 2} phone ${code}`))
})

it.each(['04-csv-scientific-phone.csv', '05-csv-apostrophe-equals-phone.csv'])(
  '%s has its lost digits refused and its marks taken off',
  async (name) => {
    const { rows, bad } = await outcomeOf(name)
    const [phones, problems] = name.startsWith('04')
      ? [['6281234500007'], ['2 phone digits_lost', '3 phone digits_lost']]
      : [['6281234500008', '6281234500009', '6281234500010'], []]
    expect([rows.map(({ phone }) => phone), bad]).toEqual([phones, problems])
  },
)

it('53-number-spellings.csv has every amount read that means one number', async () => {
  const { table } = await read('53-number-spellings.csv')
  expect(table.rows.map(({ cells }) => readNumber(cells[2] ?? ''))).toEqual([
    ...[1_500_000, 1_500_000, 1_500_000, 1_500_000].map((value) => ({ value })),
    { value: null, problem: 'digits_lost' },
    ...[1_125, 12_500, 1_500_000, -500, 1_500_000_000, 1_234_567, 1_500_000].map((value) => ({ value })),
    { value: null, problem: 'number_unit' },
    ...[123, 12].map((value) => ({ value })),
  ])
})
