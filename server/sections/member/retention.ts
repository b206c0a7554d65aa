/** Import of members and access from another system (docs/product/members.md#retention-import). */
import { type ColumnWords, guessColumns } from '#contract/import/sheet-columns.ts'
import type { ImportRules } from '#server/crud/import/rules.ts'
import { importWords } from '#server/crud/import/words.ts'
import { arrange, storeRetention } from './retention/rows.ts'
import { undoRetention } from './retention/undo.ts'

/** Column headers of other systems and of lists by hand, beside the console's words. */
const headers: ColumnWords = {
  product: ['Produk', 'Paket', 'Layanan', 'Membership', 'Nama paket'],
  type: [
    ...['Tipe', 'Tipe member', 'Tipe membership', 'Tipe akun', 'Tipe keanggotaan', 'Jenis member', 'Jenis membership', 'Jenis akun'],
    ...['Jenis keanggotaan', 'Keanggotaan', 'Membership type', 'Member type', 'Account type', 'Level', 'Tier', 'Kategori member'],
  ],
  expires_on: [
    ...[
      'Berlaku sampai',
      'Berlaku hingga',
      'Berlaku s/d',
      'Berakhir',
      'Tanggal berakhir',
      'Tgl berakhir',
      'Akhir',
      'Masa aktif',
      'Masa berlaku',
    ],
    ...[
      'Aktif sampai',
      'Aktif hingga',
      'Kadaluarsa',
      'Kedaluwarsa',
      'Tanggal expired',
      'Tgl expired',
      'Expired',
      'Expired date',
      'Expired at',
    ],
    ...['Expiry', 'Expiry date', 'Expires', 'Expires at', 'Expiration date', 'End date', 'Valid until', 'Hari terakhir', 'Jatuh tempo'],
  ],
  joined_at: [
    ...[
      'Bergabung',
      'Tanggal bergabung',
      'Tgl bergabung',
      'Tanggal gabung',
      'Tgl gabung',
      'Bergabung sejak',
      'Tanggal daftar',
      'Tgl daftar',
    ],
    ...['Join date', 'Joined', 'Joined on', 'Date joined', 'Member since', 'Sejak', 'Terdaftar', 'Start date', 'Tanggal mulai'],
  ],
}

export const retention: Partial<ImportRules> = {
  partRows: 100,
  guess: (section, header) => guessColumns(header, section, importWords(section).columns, headers),
  arrange,
  store: storeRetention,
  undo: undoRetention,
  undoesAgain: true,
}
