import type { Random } from '../base/random.ts'
import { type Clock, day, recordColumns } from '../base/rows.ts'

const texts = [
  'IHSG ditutup menguat 0,8% ditopang sektor perbankan',
  'Kelas swing trading angkatan baru dibuka, kuota 50 orang',
  'Promo gajian: diskon 20% paket EMT sampai akhir bulan',
  'Live market pukul 08.45 WIB bersama tim riset',
  'Rupiah stabil, investor menunggu keputusan suku bunga',
  'Cum date dividen BBCA pekan ini, cek jadwal lengkapnya',
  'Webinar gratis: membaca laporan keuangan dalam 30 menit',
  'Bursa libur, layanan tanya saham tetap buka',
  'Aplikasi diperbarui: notifikasi target harga kini lebih cepat',
  'Rekomendasi swing pekan ini sudah terbit di menu Saham',
  'Laporan keuangan kuartal ketiga emiten bank sudah lengkap',
  'Bedah emiten Kamis malam: tiga saham konsumer pilihan analis',
  'Perpanjangan EMV sebelum akhir bulan tetap dengan harga lama',
  'Harga emas naik tiga hari beruntun, saham tambang ikut menguat',
  'Sesi tanya jawab dengan coach dibuka setiap Rabu pukul 20.00 WIB',
  'Kelas online baru: psikologi trading untuk karyawan',
  'Waspada penipuan: kami tidak pernah meminta kata sandi Anda',
  'Jadwal rapat umum pemegang saham pekan depan ada di kalender',
  'Indeks sektor energi memimpin kenaikan sesi pertama',
  'Rekaman webinar akhir pekan sudah bisa ditonton ulang',
  'Pengguna aplikasi lama mohon memperbarui sebelum akhir bulan',
  'Watchlist WST terbit setiap Minggu malam',
  'Gathering tahunan member: pendaftaran dibuka 1 Desember',
  'Asing mencatat beli bersih Rp 1,2 triliun pekan ini',
  'Pemeliharaan sistem Sabtu pukul 23.00 sampai 24.00 WIB',
  'Ajak teman belajar, dapatkan satu bulan EMT gratis',
  'Hasil survei member: topik kelas berikutnya adalah reksa dana',
]
const hour = day / 24

/** 27 tickers: running, planned, over, and some that were switched off. */
export function demoTickers(random: Random, clock: Clock, authors: readonly string[]) {
  return Array.from({ length: 27 }, (_, at) => {
    const start = clock.today + (at % 7 === 5 ? 2 + random.upTo(9) : -(at + random.upTo(3))) * day + 9 * hour
    return {
      id: at + 1,
      ...recordColumns(random, clock, 60, authors),
      text: texts[at % texts.length],
      link: random.chance(50) ? `https://lapangan.test/kabar/${at + 1}` : null,
      start: clock.iso(start),
      end: clock.iso(start + (3 + random.upTo(14)) * day),
      is_active: at % 4 !== 2,
    }
  })
}

/** Each was on once or twice; one that is on now still runs. */
export function demoTickerRuns(random: Random, clock: Clock, tickers: ReturnType<typeof demoTickers>) {
  const runs = tickers.flatMap(({ id, start, is_active, created_by }) => {
    const begin = Math.min(Date.parse(start), clock.today) - hour
    const until = begin + (4 + random.upTo(20)) * hour
    const again = Math.min(until + (1 + random.upTo(5)) * hour, clock.today)
    const run = { ticker_id: id, on_by: created_by }
    return [
      { ...run, on_at: clock.iso(begin), off_at: clock.iso(Math.min(until, again)), off_by: random.pick(['Ayu Maharani', created_by]) },
      ...(is_active ? [{ ...run, on_at: clock.iso(again), off_at: null, off_by: null }] : []),
    ]
  })
  return runs.map((run, at) => ({ id: at + 1, ...run }))
}
