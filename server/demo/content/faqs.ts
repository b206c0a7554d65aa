/** Members' questions with answers, in categories of the model faq. */
import type { Random } from '../base/random.ts'
import { type Clock, recordColumns } from '../base/rows.ts'

/** Category, question, answer, hashtags. */
const texts: readonly [category: string, question: string, answer: string, tags: string][] = [
  [
    'Akun dan Masuk',
    'Bagaimana cara mendaftar?',
    'Unduh aplikasi, pilih Daftar, lalu isi nama, email, dan nomor WhatsApp yang aktif.',
    'akun daftar',
  ],
  [
    'Akun dan Masuk',
    'Saya lupa kata sandi, apa yang harus dilakukan?',
    'Pilih Lupa Password di halaman masuk dan ikuti tautan yang kami kirim ke email Anda.',
    'akun sandi',
  ],
  [
    'Akun dan Masuk',
    'Apakah satu akun bisa dipakai di dua perangkat?',
    'Bisa, tetapi hanya satu perangkat yang aktif dalam satu waktu.',
    'akun perangkat',
  ],
  [
    'Akun dan Masuk',
    'Bagaimana cara mengganti nomor WhatsApp?',
    'Hubungi tim support dengan nomor lama dan nomor baru Anda. Perubahan diproses dalam satu hari kerja.',
    'akun whatsapp',
  ],
  [
    'Akun dan Masuk',
    'Bagaimana cara menghapus akun?',
    'Buka Profil, pilih Hapus Akun. Data dihapus setelah 30 hari dan dapat dipulihkan sebelum itu.',
    'akun privasi',
  ],
  ['Pembayaran', 'Metode pembayaran apa saja yang tersedia?', 'Transfer bank, virtual account, kartu kredit, dan QRIS.', 'pembayaran qris'],
  [
    'Pembayaran',
    'Berapa lama pembayaran dikonfirmasi?',
    'Virtual account dan QRIS langsung aktif. Transfer manual diperiksa paling lama 1 x 24 jam.',
    'pembayaran konfirmasi',
  ],
  ['Pembayaran', 'Apakah bisa dicicil?', 'Bisa dengan kartu kredit, 3 atau 6 bulan, untuk paket tahunan.', 'pembayaran cicilan'],
  [
    'Pembayaran',
    'Bagaimana cara memakai kode promo?',
    'Masukkan kode di halaman pembayaran sebelum memilih metode. Potongan langsung terlihat.',
    'promo pembayaran',
  ],
  [
    'Pembayaran',
    'Apakah dana bisa dikembalikan?',
    'Pengembalian dana dapat diajukan dalam 7 hari selama konten belum diakses.',
    'refund pembayaran',
  ],
  [
    'Membership',
    'Apa perbedaan EMT dan EMV?',
    'EMT untuk trading jangka pendek dan menengah, EMV untuk investasi jangka panjang berbasis valuasi.',
    'emt emv membership',
  ],
  [
    'Membership',
    'Apa keuntungan VIP dibanding Reguler?',
    'VIP mendapat jalur prioritas ke analis, sesi bedah portofolio, dan rekaman semua kelas.',
    'vip membership',
  ],
  [
    'Membership',
    'Kapan masa aktif saya berakhir?',
    'Tanggal berakhir ada di menu Profil. Kami juga mengirim pengingat 30, 14, dan 3 hari sebelumnya.',
    'membership masaaktif',
  ],
  [
    'Membership',
    'Bagaimana cara memperpanjang?',
    'Pilih Perpanjang di menu Membership. Sisa hari ditambahkan ke masa aktif yang baru.',
    'membership perpanjang',
  ],
  ['Membership', 'Apakah paket bisa dipindahkan ke orang lain?', 'Tidak, satu membership berlaku untuk satu nama.', 'membership'],
  [
    'Kelas dan Webinar',
    'Bagaimana cara bergabung ke webinar?',
    'Tautan Zoom dikirim ke email dan WhatsApp satu jam sebelum acara.',
    'webinar zoom',
  ],
  [
    'Kelas dan Webinar',
    'Apakah ada rekaman kelas?',
    'Ada, di menu Kelas bagian Rekaman, paling lambat dua hari setelah kelas.',
    'kelas rekaman',
  ],
  [
    'Kelas dan Webinar',
    'Apakah peserta mendapat sertifikat?',
    'Peserta yang menyelesaikan semua sesi Trading Academy mendapat sertifikat digital.',
    'kelas sertifikat',
  ],
  [
    'Kelas dan Webinar',
    'Kelas mana yang cocok untuk pemula?',
    'Mulai dari Dasar Investasi, lalu Analisis Teknikal. Keduanya tidak membutuhkan pengalaman.',
    'kelas pemula',
  ],
  ['Kelas dan Webinar', 'Apakah ada kelas akhir pekan?', 'Ada, setiap Sabtu pukul 09.00 WIB.', 'kelas jadwal'],
  [
    'Rekomendasi Saham',
    'Bagaimana membaca rekomendasi?',
    'Setiap rekomendasi memuat area beli, target, stop loss, dan alasan. Beli hanya di dalam area beli.',
    'rekomendasi swing',
  ],
  [
    'Rekomendasi Saham',
    'Apa arti Swing, Super, dan Investing?',
    'Swing untuk jangka pendek, Super untuk jangka menengah, Investing untuk jangka panjang.',
    'rekomendasi istilah',
  ],
  [
    'Rekomendasi Saham',
    'Kapan rekomendasi diterbitkan?',
    'Sebelum pembukaan bursa dan saat ada peluang di tengah sesi.',
    'rekomendasi jadwal',
  ],
  [
    'Rekomendasi Saham',
    'Apa yang harus dilakukan bila harga menyentuh stop loss?',
    'Jual sesuai rencana. Disiplin pada stop loss menjaga modal untuk peluang berikutnya.',
    'stoploss risiko',
  ],
  [
    'Rekomendasi Saham',
    'Apakah rekomendasi menjamin keuntungan?',
    'Tidak. Setiap keputusan dan risiko ada pada investor.',
    'risiko disclaimer',
  ],
  ['Tanya Saham', 'Bagaimana cara bertanya tentang saham?', 'Buka menu Tanya Saham, tulis kode saham dan pertanyaan Anda.', 'tanyasaham'],
  ['Tanya Saham', 'Berapa lama pertanyaan dijawab?', 'Rata-rata 15 menit pada jam bursa.', 'tanyasaham'],
  ['Tanya Saham', 'Berapa pertanyaan yang boleh diajukan?', 'Member Reguler 3 pertanyaan per hari, VIP tanpa batas.', 'tanyasaham vip'],
  ['Tanya Saham', 'Bolehkah mengirim gambar portofolio?', 'Boleh. Tutup nomor rekening Anda sebelum mengirim.', 'tanyasaham privasi'],
  ['Tanya Saham', 'Siapa yang menjawab?', 'Analis berizin WPPE dan asisten yang memakai analisis mereka.', 'tanyasaham analis'],
  ['Aplikasi', 'Perangkat apa saja yang didukung?', 'Android 8 ke atas, iOS 15 ke atas, dan peramban modern.', 'aplikasi'],
  [
    'Aplikasi',
    'Mengapa notifikasi tidak muncul?',
    'Izinkan notifikasi di pengaturan ponsel dan matikan penghemat baterai untuk aplikasi ini.',
    'aplikasi notifikasi',
  ],
  [
    'Aplikasi',
    'Bagaimana cara memperbarui aplikasi?',
    'Buka Play Store atau App Store, cari aplikasi kami, lalu pilih Perbarui.',
    'aplikasi',
  ],
  ['Aplikasi', 'Apakah ada mode gelap?', 'Ada, di Profil bagian Tampilan.', 'aplikasi tampilan'],
  ['Aplikasi', 'Data harga terlambat berapa lama?', 'Harga di aplikasi terlambat 15 menit dari bursa.', 'aplikasi harga'],
  [
    'Cuti Member',
    'Apa itu cuti member?',
    'Cuti menghentikan masa aktif sementara. Hari yang tersisa dipakai lagi setelah cuti selesai.',
    'cuti membership',
  ],
  ['Cuti Member', 'Berapa lama cuti paling panjang?', 'Paling lama 90 hari dalam satu pengajuan.', 'cuti'],
  ['Cuti Member', 'Bagaimana cara mengakhiri cuti lebih awal?', 'Hubungi support. Sisa cuti dikembalikan ke masa aktif Anda.', 'cuti'],
  ['Cuti Member', 'Apakah rekomendasi bisa dibaca saat cuti?', 'Tidak, akses dibuka lagi setelah cuti berakhir.', 'cuti akses'],
  ['Cuti Member', 'Berapa biaya cuti?', 'Rp 50.000 untuk setiap 30 hari.', 'cuti biaya'],
]

export function demoHashtags(): { id: number; name: string }[] {
  return [...new Set(texts.flatMap(([, , , tags]) => tags.split(' ')))].map((name, at) => ({ id: at + 1, name }))
}

export function demoFaqs(random: Random, clock: Clock, authors: readonly string[], categories: readonly { id: number; name: string }[]) {
  const numbers = new Map(demoHashtags().map(({ id, name }) => [name, id]))
  return texts.map(([category, question, answer, tags], at) => ({
    id: at + 1,
    ...recordColumns(random, clock, 300, authors),
    question,
    answer: `<p>${answer}</p>`,
    category: categories.find(({ name }) => name === category)?.id ?? null,
    hashtag: tags.split(' ').map((name) => ({ ref: random.ref(clock.today), id: numbers.get(name), name })),
    is_show: at % 11 !== 10,
    sort: at + 1,
    // One per category is highlighted.
    highlight: at % 5 === 0 ? at / 5 + 1 : null,
  }))
}
