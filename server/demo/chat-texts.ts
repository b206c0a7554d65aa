/** Customers' questions about classes, membership and stock picks, with answers. */

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

export const exchanges: readonly Exchange[] = [
  ['Biayanya berapa kak?', 'Untuk paket bulanan Rp 350.000, tahunan Rp 2.990.000 Kak.'],
  ['Bisa dicicil?', 'Bisa lewat kartu kredit, 3 atau 6 kali Kak.'],
  ['Bedanya EMT sama EMV apa ya?', 'EMT untuk trading jangka pendek, EMV untuk investasi jangka panjang Kak.'],
  ['Rekomendasi BBCA hari ini gimana?', 'BBCA masih di area beli 9.600–9.750 dengan stop loss 9.450. Tetap atur porsi ya Kak.'],
  ['Kalau TLKM masih boleh hold?', 'Masih hold Kak selama belum turun dari 2.700.'],
  ['BRIS udah naik jauh, jual sekarang?', 'Target pertama sudah tercapai, boleh ambil untung sebagian Kak.'],
  ['Saya ketinggalan live tadi malam', 'Rekamannya sudah ada di aplikasi, menu Kelas, bagian Rekaman Kak.'],
  ['Link zoomnya belum masuk email', 'Sudah saya kirim ulang Kak, mohon cek folder spam juga.'],
  ['Aplikasinya kok minta login terus', 'Mohon diperbarui dulu ke versi terbaru Kak, lalu masuk ulang.'],
  ['Saya sudah transfer ya', 'Baik Kak, mohon kirim bukti transfernya di sini.'],
  ['Ada promo akhir bulan?', 'Ada Kak, hemat 20% untuk paket tahunan sampai Jumat.'],
  ['Kelas untuk saham syariah ada?', 'Ada Kak, setiap Sabtu pagi bersama coach kami.'],
  ['Minimal modal berapa ya?', 'Tidak ada minimal Kak, banyak member mulai dari 5 juta.'],
  ['Grup diskusinya di mana?', 'Di komunitas member Kak, tautannya saya kirim setelah pembayaran.'],
  ['Dividen ITMG kapan cair?', 'Perkiraan pertengahan bulan depan Kak, jadwalnya ada di menu Kalender.'],
  ['Saya mikir-mikir dulu ya kak', 'Siap Kak, kabari saja kalau ada pertanyaan.'],
  ['Boleh minta contoh rekomendasi minggu lalu?', 'Boleh Kak: ANTM beli 1.480, tercapai 1.620 dalam enam hari.'],
  ['Oke makasih infonya', 'Sama-sama Kak, semoga cuan 🙏'],
]

export const failures = ['Nomor ini tidak terdaftar di WhatsApp', 'Pesan tidak terkirim: penerima tidak dapat dihubungi'] as const
