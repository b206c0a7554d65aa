import { expect, it } from 'vitest'
import { guessMapping } from './columns.ts'
import { findHeader } from './find-header.ts'
import { dayFirst } from './month-first.ts'

/** Headers of exports, with the targets that are guessed; a header without one is left out. */
const exports: Readonly<Record<string, readonly string[]>> = {
  'Google Contacts, before 2024': [
    'Name=name|Given Name=first_name|Additional Name=middle_name|Family Name=last_name|Yomi Name|Given Name Yomi|Name Prefix=name_prefix',
    'Nickname|Birthday|Gender|Subject|Notes=notes|Group Membership=tags|E-mail 1 - Type|E-mail 1 - Value=email|Phone 1 - Type|Phone 1 - Value=phone',
  ],
  'Google Contacts': [
    'First Name=first_name|Phonetic First Name|File As|Organization Name|Organization Title|Phone 2 - Label|Phone 2 - Value=phone|Address 1 - City=city|Address 1 - Country',
  ],
  HubSpot: [
    'Record ID|First Name=first_name|Last Name=last_name|Email=email|Phone Number=phone|Mobile Phone Number=phone|Contact owner=sales|Lead Status=status',
    'Contact unworked|Associated Company|Marketing contact status|Last Activity Date|Email Domain|Owner assigned date',
  ],
  Pipedrive: [
    'Person - ID|Person - Name=name|Person - Phone - Mobile=phone|Person - Email - Work=email|Person - Owner=sales|Person - Label=tags|Organization - Name|Deal - Title',
  ],
  'Meta lead ads': [
    'id|created_time|ad_id|ad_name|adset_name|campaign_id|campaign_name=campaign_id|form_name|is_organic|platform|full_name=name|phone_number=phone|lead_status=status',
  ],
  Outlook: [
    'Title|First Name=first_name|Suffix=name_suffix|Company|Job Title|Business City=city|Business Fax|Business Phone=phone|Mobile Phone=phone|Other Fax',
    'E-mail Address=email|E-mail Type|E-mail Display Name|E-mail 2 Address=email',
  ],
  Salesforce: [
    'Lead ID|Lead Owner=sales|Owner Alias|Salutation=name_prefix|First Name=first_name|Title|Company|Phone=phone|Fax|Email Opt Out|Lead Source=source|Lead Status=status',
  ],
  Zoho: ['Lead Owner Id|Lead Owner=sales|Company|Lead Name=name|Email=email|Secondary Email=email|Mobile=phone|Tag=tags|Created Time'],
  Odoo: ['Contact Name=name|Company Name|Phone=phone|Mobile=phone|Salesperson=sales|Sales Team|Stage=status|Created on'],
  EspoCRM: [
    'id|firstName=first_name|lastName=last_name|emailAddress=email|phoneNumber=phone|assignedUserId|assignedUserName=sales|addressCity=city|createdAt',
  ],
  SuiteCRM: [
    'Office Phone=phone|Mobile=phone|Fax|Primary Address City=city|Alternate Address City|Assigned to=sales|Status Description|Campaign=campaign_id|Campaign ID',
  ],
  Chatwoot: ['id|name=name|email=email|phone_number=phone|identifier|company_name|ip_address'],
  Twenty: [
    'Id|First Name=first_name|Emails / Primary Email=email|Phones / Primary Phone Number=phone|Phones / Primary Phone Country Code|City=city|Job Title',
  ],
  Thunderbird: [
    'Display Name=name|Nickname|Primary Email=email|Screen Name|Work Phone=phone|Fax Number|Pager Number|Mobile Number=phone|Home City=city|Organization',
  ],
  Kommo: ['Full name=name|Work phone=phone|Work email=email|Responsible user=sales|Tags=tags|Lead name'],
  'an Indonesian form': [
    'Timestamp|Nama Lengkap (sesuai KTP)=name|Nomor WhatsApp (aktif)=phone|Email Aktif=email|Kota/Kabupaten=city|Sumber Info=source|PIC=sales|Kota Lahir',
    'Status Pernikahan|Nama Perusahaan|Tanggal Lahir|Jenis Kelamin|Kontak Darurat|Tipe Kontak',
  ],
  'Outlook.com': [
    "Nickname|Home Phone=phone|Business Phone 2=phone|Other Phone=phone|Pager|Telex|TTY/TDD Phone|Job Title|Manager's Name|Assistant's Name|Assistant's Phone|Spouse",
  ],
  Bitrix24: [
    'Salutation=name_prefix|First name=first_name|Second Name=middle_name|Last name=last_name|Lead name|Work phone=phone|Responsible person=sales',
  ],
  'a school': ['Nama Orang Tua|No HP Orang Tua|HP Wali|Nama Siswa=name|No HP=phone|Telp Suami/Istri'],
  'a shop': ['Order ID|Nama Penerima=name|No. Telepon Penerima=phone|Kota=city|Nama Produk|Total Harga'],
  'a name beside a last one': ['Nama=first_name|Nama Belakang=last_name|HP=phone'],
  'ids of campaigns alone': ['name=name|phone=phone|campaign_id=campaign_id'],
}

it.each(Object.entries(exports))('columns of %s are guessed, and what describes a value is none', (_, lines) => {
  const columns = lines.flatMap((line) => line.split('|')).map((column) => column.split('='))
  const guessed = guessMapping(columns.map(([header = '']) => header)).map((target, at) => [columns[at]?.[0], target ?? undefined])
  expect(guessed).toEqual(columns.map(([header, target]) => [header, target]))
})

const rowsOf = (...lines: string[]) => lines.map((line, at) => ({ number: at + 1, cells: line.split(',') }))

it.each([
  [0, rowsOf('Nama,No HP', 'Budi,0812')],
  [1, rowsOf('Data Pribadi,,Kontak,', 'Nama,Kota,No HP,Email', 'Budi,Solo,0812,b@x.id')],
  [2, rowsOf('Laporan Agustus', 'Dibuat: 3 Agustus,oleh Budi', 'Nama,No HP,Kota', 'Budi,0812,Solo')],
  [0, rowsOf('Kolom A,Kolom B', 'Budi,0812')],
  [1, rowsOf('Judul', 'Kolom A,Kolom B', 'Budi,0812')],
  [0, rowsOf('Nama,Status,Sumber', 'Email,Marketing,Sales', 'x,y,z')],
])('the row %i names the columns', (at, records) => {
  expect(findHeader(records, new Set()).at).toBe(at)
})

it('known headers of a section find its row, too', () => {
  const records = rowsOf('Daftar Saham,per 3 Agustus', 'Kode,Papan', 'BBCA,Utama')
  expect(findHeader(records, new Set(['kode', 'papan'])).at).toBe(1)
})

it('a column whose dates can only have the month first has its day put first', () => {
  const dates = (...cells: string[]) =>
    dayFirst(cells.map((cell, at) => ({ number: at + 2, cells: [cell] }))).map(({ cells: [cell] }) => cell)
  expect(dates('08/31/2026', '08/03/2026 14:30', 'kemarin')).toEqual(['31/08/2026', '03/08/2026 14:30', 'kemarin'])
  expect(dates('08/31/2026', '31/08/2026')).toEqual(['08/31/2026', '31/08/2026'])
  expect(dates('03/08/2026')).toEqual(['03/08/2026'])
})
