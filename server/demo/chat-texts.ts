/** Customers' questions about classes, membership and stock picks, with answers. Words in braces are replaced (`fillExchange`). */

import type { Random } from './base/random.ts'

/** A question and its answer. */
export type Exchange = readonly [customer: string, ours: string]

export const openings: readonly Exchange[] = [
  ['Halo kak, mau tanya kelas swing trading', 'Halo Kak, boleh. Kelas berikutnya mulai Senin depan pukul 19.00 WIB.'],
  ['Selamat pagi min', 'Selamat pagi Kak, ada yang bisa kami bantu?'],
  ['Permisi, saya lihat iklannya di Instagram', 'Terima kasih sudah menghubungi kami Kak. Tertarik dengan paket yang mana?'],
  ['Assalamualaikum, apakah masih buka pendaftaran webinar?', 'Waalaikumsalam Kak, masih. Kuotanya tinggal sedikit.'],
  ['Kak, membership saya mau habis', 'Baik Kak, saya bantu cek masa aktifnya ya.'],
  ['Malam kak, saya pemula banget di saham', 'Malam Kak, tenang saja, kita mulai dari dasar.'],
]

/** What somebody asks who thinks of becoming a member, in an order that any conversation has. */
export const exchanges: readonly Exchange[] = [
  ['Biayanya berapa kak?', 'Untuk paket bulanan Rp 350.000, tahunan Rp 2.990.000 Kak.'],
  ['Bisa dicicil?', 'Bisa lewat kartu kredit, 3 atau 6 kali Kak.'],
  ['Bedanya EMT sama EMV apa ya?', 'EMT untuk trading jangka pendek, EMV untuk investasi jangka panjang Kak.'],
  ['Saya ketinggalan live tadi malam', 'Rekamannya sudah ada di aplikasi, menu Kelas, bagian Rekaman Kak.'],
  ['Link zoomnya belum masuk email', 'Sudah saya kirim ulang Kak, mohon cek folder spam juga.'],
  ['Aplikasinya kok minta login terus', 'Mohon diperbarui dulu ke versi terbaru Kak, lalu masuk ulang.'],
  ['Ada promo akhir bulan?', 'Ada Kak, hemat 10% untuk semua paket dengan kode HEMAT10.'],
  ['Kelas untuk saham syariah ada?', 'Ada Kak, setiap Sabtu pagi bersama coach kami.'],
  ['Minimal modal berapa ya?', 'Tidak ada minimal Kak, banyak member mulai dari 5 juta.'],
  ['Grup diskusinya di mana?', 'Di komunitas member Kak, tautannya saya kirim setelah pembayaran.'],
  ['Saya mikir-mikir dulu ya kak', 'Siap Kak, kabari saja kalau ada pertanyaan.'],
  ['Boleh minta contoh rekomendasi minggu lalu?', 'Boleh Kak: ANTM, area beli dan targetnya saya kirim sebagai gambar ya.'],
  ['Kalau sudah bayar langsung aktif?', 'Begitu pembayaran kami periksa, akun aktif di hari yang sama Kak.'],
  ['Saya tinggal di {kota}, kelasnya bisa online?', 'Semua kelas online Kak, dari {kota} tinggal buka aplikasi.'],
  ['Saya kerja sampai sore, sempat ikut tidak ya?', 'Banyak member yang karyawan Kak. Rekomendasi terbit sebelum jam 9, kelasnya malam.'],
  ['Rekening efeknya harus di sekuritas tertentu?', 'Bebas Kak, di sekuritas mana saja.'],
  ['Bisa ketemu langsung tim nya?', 'Gathering berikutnya di {kota} Kak, undangannya kami kirim lewat aplikasi.'],
  ['Oke makasih infonya', 'Sama-sama Kak, semoga cuan 🙏'],
]

/** What members say day by day. */
export const memberExchanges: readonly Exchange[] = [
  ['Rekomendasi {saham} hari ini gimana?', '{saham} masih di area beli Kak. Stop loss tetap seperti di aplikasi, atur porsi ya.'],
  ['Kalau {saham} masih boleh hold?', 'Masih hold Kak selama bertahan di atas support terdekatnya.'],
  ['{saham} udah naik jauh, jual sekarang?', 'Target pertama sudah tercapai Kak, boleh ambil untung sebagian.'],
  ['Dividen {saham} kapan cair?', 'Jadwalnya ada di menu Kalender Kak, kami beri notifikasi saat cum date.'],
  ['Kak {saham} turun 3 persen, panik tidak?', 'Tenang Kak, masih di atas batas rugi. Rencananya belum berubah.'],
  ['{saham} sudah kena stop loss kak', 'Iya Kak, disiplin keluar dulu. Modalnya kita pakai untuk peluang berikutnya.'],
  ['Saya masuk {saham} agak telat, di atas area beli', 'Kalau begitu kecilkan porsinya Kak, batas ruginya tetap sama.'],
  ['Lapor kak, {saham} cuan {persen} persen 🎉', 'Mantap Kak! Jangan lupa sisanya pakai trailing stop ya.'],
  ['Portofolio saya isinya {saham}, {lain}, sama {ketiga}. Kebanyakan tidak?', 'Pas Kak, tiga sektor berbeda. Sisakan kas 20 persen.'],
  [
    '{saham} sama {lain} mending mana untuk jangka panjang?',
    'Dua-duanya ada di daftar pantau EMV Kak. Analisis lengkapnya saya kirim tautannya.',
  ],
  ['Average saya di {saham} ketinggian, cicil lagi?', 'Tunggu ada tanda pembalikan dulu Kak, jangan menambah saat trennya turun.'],
  ['Live market besok jam berapa?', 'Jam 08.45 Kak, bahas {saham} dan {lain}.'],
  ['Rekaman kelas {hari} belum muncul', 'Sedang diproses Kak, nanti malam sudah bisa ditonton.'],
  ['Kelas {hari} jadi?', 'Jadi Kak, pukul 19.00. Tautannya di aplikasi satu jam sebelumnya.'],
  ['Saya mau cuti member bulan depan, mau umroh', 'Siap Kak, saya ajukan cutinya. Masa aktifnya diperpanjang sesuai lama cuti.'],
  ['Suami saya mau ikut juga, ada harga keluarga?', 'Ada kode untuk referral Kak, nanti saya bantu daftarkan.'],
  ['Tolong cek masa aktif saya sampai kapan', 'Masih aktif Kak, tanggalnya ada di menu Profil. Saya ingatkan dua minggu sebelumnya.'],
  ['Kak notifikasinya tidak bunyi', 'Coba izinkan notifikasi di pengaturan ponsel Kak, lalu buka ulang aplikasinya.'],
  ['Ganti HP, login minta kode terus', 'Sudah saya reset perangkat lamanya Kak, silakan masuk lagi.'],
  ['Analisis {saham} yang kemarin bagus banget kak', 'Terima kasih Kak, saya sampaikan ke tim analis.'],
  [
    '{saham} right issue ya? Saya harus apa?',
    'Tidak wajib ditebus Kak. Haknya bisa dijual selama masa perdagangan, penjelasannya ada di artikel kami.',
  ],
  ['IHSG merah semua hari ini 😅', 'Wajar Kak setelah naik seminggu. Kita tunggu di support, jangan buru-buru.'],
  ['Boleh request bedah {saham}?', 'Boleh banget Kak, saya masukkan ke daftar bedah saham Kamis malam.'],
  ['Kaos member ukurannya sampai apa?', 'Sampai XXL Kak, mau saya pesankan?'],
  ['Paketnya belum sampai ke {kota}', 'Resinya saya cek ya Kak. Statusnya transit, perkiraan tiba {hari}.'],
  ['Webinar tadi sertifikatnya ada?', 'Ada Kak, kami kirim lewat email paling lambat {hari}.'],
  ['Saya rugi di {saham} karena tidak pasang stop loss', 'Jadi pelajaran ya Kak. Besok kita susun ulang rencananya bareng.'],
  ['Kalau libur bursa rekomendasi tetap ada?', 'Libur juga Kak, tetapi Tanya Saham tetap dijawab.'],
  ['{saham} breakout belum?', 'Baru sah kalau ditutup di atas resistance Kak. Kita lihat penutupan.'],
  ['Target {saham} digeser ya kak?', 'Iya Kak, dinaikkan setelah laporan keuangannya bagus. Detailnya di aplikasi.'],
  ['Modal saya tinggal 12 juta, masih bisa ikut?', 'Bisa Kak, per ide cukup 10 persen. Yang penting konsisten.'],
  ['Makasih kak, sabar banget jawabnya', 'Sama-sama Kak, kami senang bisa membantu 🙏'],
]

/** A purchase, in its order. */
export const purchase: readonly Exchange[] = [
  ['Oke kak saya ambil yang tahunan', 'Siap Kak, saya buatkan pesanannya. Totalnya saya kirim sebentar lagi.'],
  ['Bisa pakai kode promo?', 'Bisa Kak, sudah saya masukkan. Transfernya ke rekening BCA PT Lapangan Edukasi Trading ya.'],
  ['Saya sudah transfer ya', 'Baik Kak, mohon kirim bukti transfernya di sini.'],
  ['Ini buktinya, atas nama istri saya', 'Sudah kami terima Kak. Akunnya aktif, selamat bergabung 🎉'],
]

/** A renewal, in its order. */
export const renewal: readonly Exchange[] = [
  ['Kak paket saya habis minggu depan', 'Betul Kak. Kalau diperpanjang sebelum habis, sisa harinya ditambahkan.'],
  ['Perpanjang yang sama saja', 'Siap Kak, saya buatkan. Ada potongan perpanjangan 15 persen, saya pakaikan ya.'],
  ['Sudah saya bayar', 'Terima kasih Kak, masa aktif barunya sudah terlihat di aplikasi.'],
]

const stocks = 'BBCA BBRI TLKM ASII ANTM BMRI ICBP ADRO UNTR PGAS KLBF INDF MDKA BRIS ITMG PTBA UNVR CPIN SMGR INCO'.split(' ')
const weekdays = ['Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu']
const towns = ['Bandung', 'Surabaya', 'Medan', 'Semarang', 'Makassar', 'Yogyakarta', 'Denpasar', 'Palembang']

/** An exchange with its words: question and answer are about the same stock, day and town. */
export function fillExchange(random: Random, [asked, answered]: Exchange): Exchange {
  const at = random.upTo(stocks.length)
  const words: Readonly<Record<string, string | undefined>> = {
    '{saham}': stocks[at],
    '{lain}': stocks[(at + 7) % stocks.length],
    '{ketiga}': stocks[(at + 12) % stocks.length],
    '{hari}': random.pick(weekdays),
    '{kota}': random.pick(towns),
    '{persen}': String(4 + random.upTo(19)),
  }
  const filled = (text: string) => text.replace(/\{\w+\}/g, (word) => words[word] ?? word)
  return [filled(asked), filled(answered)]
}

export const failures = ['Nomor ini tidak terdaftar di WhatsApp', 'Pesan tidak terkirim: penerima tidak dapat dihubungi'] as const
