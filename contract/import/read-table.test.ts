import * as xlsx from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { ImportFileError } from './file-problem.ts'
import { importLimits } from './limits.ts'
import { readTable } from './read-table.ts'
import { excerptOf } from './safe-cell.ts'
import { writeExcerpt } from './write-excerpt.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, big = false) =>
  Uint8Array.from(
    [...`\ufeff${text}`]
      .flatMap((sign) => [sign.charCodeAt(0) & 0xff, sign.charCodeAt(0) >> 8])
      .map((_, at, all) => all[big ? at ^ 1 : at] ?? 0),
  )
const latin = (text: string) => Uint8Array.from([...text].map((sign) => (sign === '€' ? 0x80 : sign.charCodeAt(0))))
const book = (rows: unknown[][], bookType: 'xlsx' | 'biff8' = 'xlsx') => {
  const made = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(made, xlsx.utils.aoa_to_sheet(rows), 'Data')
  return new Uint8Array(xlsx.write(made, { type: 'array', bookType, compression: true }))
}
const problemOf = (bytes: Uint8Array) =>
  readTable(bytes).then(
    () => null,
    (error) => (error instanceof ImportFileError ? error.code : error),
  )

describe('a csv file', () => {
  const text = 'Nama;No HP;Kota\nSiti "Ayu";0812-1;Café €\n'
  it.each([
    ['utf-8', utf8(text), 'utf-8'],
    ['utf-8 with its mark', utf8(`\ufeff${text}`), 'utf-8'],
    ['utf-16', utf16(text), 'utf-16le'],
    ['utf-16 the other way round', utf16(text, true), 'utf-16be'],
    ['utf-16 without its mark', utf16(text).subarray(2), 'utf-16le'],
    ['windows-1252', latin(text), 'windows-1252'],
  ])('is read in %s', async (_, bytes, encoding) => {
    expect(await readTable(bytes)).toEqual({
      kind: 'csv',
      encoding,
      separator: ';',
      header: ['Nama', 'No HP', 'Kota'],
      headerRow: 1,
      hiddenRows: 0,
      top: [
        { number: 1, cells: ['Nama', 'No HP', 'Kota'] },
        { number: 2, cells: ['Siti "Ayu"', '0812-1', 'Café €'] },
      ],
      rows: [{ number: 2, cells: ['Siti "Ayu"', '0812-1', 'Café €'] }],
    })
  })

  it.each([
    ['a quoted declaration', '"sep=;"\r\nNama;No HP\r\nSiti;0812-1\r\n'],
    ['a filled declaration', 'sep=;;;\nNama;No HP\nSiti;0812-1\n'],
    ['a declaration and old line ends', 'sep=;\rNama;No HP\rSiti;0812-1\r'],
    ['spaces before quotes', 'Nama, No HP\nSiti, "0812-1"\n'],
  ])('is read with %s', async (_, lines) => {
    const { header, rows } = await readTable(utf8(lines))
    expect([header.map((name) => name.trim()), rows.map(({ cells }) => cells)]).toEqual([['Nama', 'No HP'], [['Siti', '0812-1']]])
  })

  it('may have its names over two rows', async () => {
    const { header, headerRow, rows } = await readTable(utf8('Nama,Kontak,,Alamat\n,No HP,Email,Kota\nSiti,0812-1,a@b.id,Solo\n'))
    expect([header, headerRow, rows.length]).toEqual([['Nama', 'No HP', 'Email', 'Kota'], 2, 1])
  })

  it('keeps a comma in a field that is quoted behind a space', async () => {
    const { rows } = await readTable(utf8('Nama, Catatan\nSiti, "a, b"\nBudi, layar "32" besar\n'))
    expect(rows.map(({ cells }) => cells[1]?.trim())).toEqual(['a, b', 'layar "32" besar'])
  })

  it('may be written by two programs', async () => {
    const mixed = new Uint8Array([...utf8('nama,kota\nRené,Malang\n'), ...latin('José,Kediri\n')])
    const table = await readTable(mixed)
    expect(table.encoding).toBe('mixed')
    expect(table.rows.map(({ cells }) => cells[0])).toEqual(['René', 'José'])
  })

  it.each([
    ['a,b\n1,2\n', ','],
    ['a\tb\n1\t2\n', '\t'],
    ['a|b\n1|2\n', '|'],
    ['sep=;\na;b\n1;2\n', ';'],
    ['a;b\n"1,5";"2,5"\n', ';'],
    ['nama\nSiti\n', ','],
  ])('has its separator guessed: %j', async (content, separator) => {
    expect(await readTable(utf8(content))).toMatchObject({ separator })
  })

  it('keeps quotes, line breaks in cells and the numbers of its rows', async () => {
    const { rows } = await readTable(utf8('a,b\r\n"x ""y""\r\nz",2\r\n\r\n"q"r,=1+1\r\n'))
    expect(rows).toEqual([
      { number: 2, cells: ['x "y"\r\nz', '2'] },
      { number: 4, cells: ['qr', '=1+1'] },
    ])
  })

  it('is refused in words when a quotation never closes, naming the row', async () => {
    await expect(readTable(utf8('a,b\n1,2\n"x,3\n4,5\n'))).rejects.toMatchObject({ code: 'csv_quotes', params: { row: 3 } })
  })

  it('is refused above the maximum of rows', async () => {
    expect(await problemOf(utf8(`a,b\n${'1,2\n'.repeat(importLimits.rows)}`))).toBeNull()
    expect(await problemOf(utf8(`a,b\n${'1,2\n'.repeat(1_000_001)}`))).toBe('too_many_rows')
  })
})

describe('a workbook', () => {
  const day = { t: 'd' as const, v: new Date(Date.UTC(1993, 9, 20)), z: 'dd/mm/yyyy' }
  it.each(['xlsx', 'biff8'] as const)('is read as %s: numbers whole, dates by day, formulas by their results', async (type) => {
    const rows = [
      ['Nama', 'Telepon', 'Tanggal', 'Rumus'],
      [],
      ['Siti', 6281234567890, day, { t: 'n', v: 3, f: '1+2' }],
      ['=cmd()', '0812', 'x', true],
    ]
    const { header, rows: read, kind, sheet } = await readTable(book(rows, type))
    expect({ kind, sheet, header }).toEqual({
      kind: type === 'xlsx' ? 'xlsx' : 'xls',
      sheet: 'Data',
      header: ['Nama', 'Telepon', 'Tanggal', 'Rumus'],
    })
    expect(read).toEqual([
      { number: 3, cells: ['Siti', '6281234567890', '1993-10-20', '3'] },
      { number: 4, cells: ['=cmd()', '0812', 'x', 'true'] },
    ])
  })

  it.each(['xlsx', 'biff8'] as const)(
    'as %s counts its days from 1904 where it says so, and has errors, merged cells and decimals kept apart',
    async (type) => {
      const made = xlsx.utils.book_new()
      made.Workbook = { WBProps: { date1904: true } }
      const sheet = xlsx.utils.aoa_to_sheet([
        ['Nama', 'No HP', 'Kota', 'Tanggal', 'Jumlah'],
        ['Siti', '0812', 'Solo', { t: 'n', v: 44_775.5, z: 'dd/mm/yyyy hh:mm' }, 1.125],
        ['Budi', '0813', null, { t: 'n', v: 0.25, z: '0.00' }, 12.300000000000001],
        ['Ani', { t: 'e', v: 42, w: '#N/A' }, null, null, -0.125],
      ])
      sheet['!merges'] = [{ s: { r: 1, c: 2 }, e: { r: 3, c: 2 } }]
      xlsx.utils.book_append_sheet(made, sheet, 'Data')
      const { rows } = await readTable(new Uint8Array(xlsx.write(made, { type: 'array', bookType: type })))
      expect(rows.map(({ cells }) => cells)).toEqual([
        ['Siti', '0812', 'Solo', '2026-08-03 12:00:00', '1.1250'],
        ['Budi', '0813', 'Solo', '0.25', '12.3'],
        ['Ani', '#N/A', 'Solo', '', '-0.1250'],
      ])
    },
  )

  it('has a merged range filled within its rows, however large the range says that it is', async () => {
    const made = xlsx.utils.book_new()
    const sheet = xlsx.utils.aoa_to_sheet([
      ['Nama', 'Kota'],
      ['Siti', 'Solo'],
      ['Budi', 'Kediri'],
      ['Ani', null],
    ])
    sheet['!merges'] = Array.from({ length: 50 }, () => ({ s: { r: 1, c: 1 }, e: { r: 1_048_575, c: 16_383 } }))
    xlsx.utils.book_append_sheet(made, sheet, 'Data')
    const { rows } = await readTable(new Uint8Array(xlsx.write(made, { type: 'array', bookType: 'xlsx' })))
    expect(rows.map(({ cells }) => cells[1])).toEqual(['Solo', 'Kediri', 'Solo'])
  })

  it('is read in the sheet that holds the table, in sight before hidden ones', async () => {
    const made = xlsx.utils.book_new()
    const add = (name: string, rows: unknown[][]) => xlsx.utils.book_append_sheet(made, xlsx.utils.aoa_to_sheet(rows), name)
    add('Petunjuk', [
      ['Kolom', 'Keterangan'],
      ['Isi sesuai KTP', 'wajib'],
      ['Isi angka', 'wajib'],
    ])
    add('Lama', [
      ['Nama', 'No HP', 'Email', 'Kota'],
      ['Lama', '0811', '', ''],
    ])
    add('Peserta', [['Daftar peserta'], [], ['Nama', 'No HP', 'Email'], ['Siti', '0812', '']])
    made.Workbook = { Sheets: [{}, { Hidden: 1 }, {}] }
    const bytes = new Uint8Array(xlsx.write(made, { type: 'array', bookType: 'xlsx' }))
    expect(await readTable(bytes)).toMatchObject({ sheet: 'Peserta', headerRow: 3, rows: [{ number: 4 }] })
    expect(await readTable(bytes, { sheet: 'Lama' })).toMatchObject({ sheet: 'Lama', rows: [{ cells: ['Lama', '0811'] }] })
  })

  const parts = (sheet: string) => ({
    '[Content_Types].xml': utf8('<Types/>'),
    'xl/workbook.xml': utf8('<workbook><sheets><sheet name="a"/></sheets></workbook>'),
    'xl/worksheets/sheet1.xml': utf8(sheet),
  })

  it('is refused before it is read if it has a million rows', async () => {
    const sheet = `<worksheet><sheetData>${'<row><v>1</v></row>'.repeat(1_000_001)}</sheetData></worksheet>`
    expect(await problemOf(zipSync(parts(sheet), { level: 1 }))).toBe('too_many_rows')
  })

  it('may have formatted empty rows', async () => {
    const made = unzipSync(book([['Nama'], ['Siti']]))
    const sheet = new TextDecoder().decode(made['xl/worksheets/sheet1.xml'])
    const blank = Array.from({ length: 60_000 }, (_, at) => `<row r="${at + 3}"><c r="A${at + 3}" s="0"/></row>`).join('')
    const full = { ...made, 'xl/worksheets/sheet1.xml': utf8(sheet.replace('</sheetData>', `${blank}</sheetData>`)) }
    expect((await readTable(zipSync(full, { level: 1 }))).rows).toEqual([{ number: 2, cells: ['Siti'] }])
  })

  it('is not opened if its unpacked size is too large, declared or not', async () => {
    const zeros = new Uint8Array(1_000_000)
    const saying = (size: number) => {
      const made = zipSync({ ...parts('<worksheet/>'), 'xl/sharedStrings.xml': zeros })
      const data = new DataView(made.buffer, made.byteOffset)
      for (let at = 0; at < made.length - 46; at++)
        if (data.getUint32(at, true) === 0x02014b50 && data.getUint32(at + 24, true) === zeros.length) data.setUint32(at + 24, size, true)
      return made
    }
    expect(saying(1_000_000).length).toBeLessThan(5_000)
    expect(await problemOf(saying(importLimits.decompressedBytes))).toBe('zip_bomb')
    expect(await problemOf(saying(1_000))).toBe('zip_bomb')
  })

  it('is reported as protected by a password', async () => {
    const container = xlsx.CFB.utils.cfb_new()
    xlsx.CFB.utils.cfb_add(container, '/EncryptionInfo', new Uint8Array(64))
    xlsx.CFB.utils.cfb_add(container, '/EncryptedPackage', new Uint8Array(512))
    expect(await problemOf(new Uint8Array(xlsx.CFB.write(container, { type: 'array' }) as ArrayBuffer))).toBe('password')
  })

  it.each([
    ['nothing', new Uint8Array(), 'empty'],
    ['blank lines', utf8('\n \n,,\n'), 'empty'],
    ['a header alone', utf8('nama,telepon\n'), 'no_rows'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]), 'picture'],
    ['a document', utf8('%PDF-1.7\n1 0 obj'), 'pdf'],
    ['contacts', utf8('\ufeffBEGIN:VCARD\r\nVERSION:3.0\r\nFN:Budi\r\nEND:VCARD\r\n'), 'vcard'],
    ['contacts in utf-16', utf16('BEGIN:VCARD\nFN:Budi\n'), 'vcard'],
    ['a calendar', utf8('BEGIN:VCALENDAR\nEND:VCALENDAR\n'), 'calendar'],
    ['an open document', zipSync({ mimetype: utf8('application/vnd.oasis'), 'content.xml': utf8('<x/>') }), 'open_document'],
    ['a page', utf8('<html><table><tr><td>1</td></tr></table></html>'), 'web_page'],
    ['other markup', utf8('<?xml version="1.0"?><data/>'), 'not_spreadsheet'],
    ['another zip', zipSync({ 'a.txt': utf8('x') }), 'not_spreadsheet'],
    ['half a workbook', book([['a'], ['b']]).subarray(0, 900), 'damaged'],
    ['too many bytes', new Uint8Array(importLimits.bytes + 1).fill(0x61), 'too_large'],
    ['too many columns', utf8(`${'a,'.repeat(300)}\n1\n`), 'too_many_columns'],
  ])('is told from %s', async (_, bytes, code) => {
    expect(await problemOf(bytes)).toBe(code)
  })
})

it('writeExcerpt writes rows of a file with the same texts and a note on each', async () => {
  const lines = ['Nama;No HP;Catatan', 'Satu;0812;', 'Dua;081390000001;=1+1;lebih', 'Tiga;628123456789012;"a', 'b"', 'Empat;x;']
  const table = await readTable(utf8(lines.join('\n')))
  const { header, content } = await writeExcerpt(table, new Map([3, 4].map((row) => [row, `Baris ${row}`])), 'Alasan')
  expect(header).toEqual(['Nama', 'No HP', 'Catatan', '', 'Alasan'])
  const read = await readTable(content)
  expect(read.header).toEqual(header)
  expect(read.rows.map(({ cells }) => cells)).toEqual([
    ['Dua', '081390000001', '=1+1', 'lebih', 'Baris 3'],
    ['Tiga', '628123456789012', 'a\nb', '', 'Baris 4'],
  ])
})

it('excerptOf returns two hundred characters of a cell, and no half character', () => {
  expect(excerptOf('x'.repeat(300))).toHaveLength(200)
  expect(excerptOf(`${'x'.repeat(199)}😀`)).toBe('x'.repeat(199))
  expect(excerptOf('😀')).toBe('😀')
})
