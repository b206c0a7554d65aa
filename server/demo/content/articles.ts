/** Texts of demo posts: lessons about shares. */

export interface Article {
  title: string
  hashtags: readonly string[]
  lead: string
  /** A heading with its text. */
  parts: readonly (readonly [heading: string, text: string])[]
  points: readonly string[]
}

export const articles: readonly Article[] = [
  {
    title: 'Cara Membaca Laporan Keuangan Emiten dalam 15 Menit',
    hashtags: ['fundamental', 'pemula'],
    lead: 'Laporan keuangan setebal 200 halaman terlihat menakutkan. Padahal, untuk menyaring saham, cukup empat angka yang perlu dilihat lebih dulu.',
    parts: [
      [
        'Mulai dari laba rugi',
        'Lihat pertumbuhan pendapatan dan laba bersih dibanding periode yang sama tahun lalu, bukan dibanding kuartal sebelumnya.',
      ],
      ['Lalu arus kas operasi', 'Laba boleh naik, tetapi bila arus kas operasi terus negatif, tanyakan ke mana uangnya pergi.'],
    ],
    points: ['Pendapatan tumbuh di atas inflasi', 'Margin bersih stabil tiga tahun', 'Arus kas operasi positif', 'Utang berbunga turun'],
  },
  {
    title: 'Support dan Resistance: Kenapa Harga Berbalik di Sana',
    hashtags: ['teknikal', 'swing'],
    lead: 'Support bukan garis, melainkan area tempat pembeli sebelumnya masuk. Memahami perilaku di balik area itu membuat entry Anda lebih tenang.',
    parts: [
      [
        'Tandai area, bukan garis',
        'Gunakan bagian badan candle yang paling sering disentuh. Lebar area dua sampai tiga persen dari harga masih wajar.',
      ],
      ['Tunggu konfirmasi', 'Volume yang mengecil saat turun dan membesar saat memantul adalah tanda pembeli kembali.'],
    ],
    points: ['Pilih saham yang likuid', 'Tandai dua area terdekat', 'Pasang stop loss di bawah area', 'Hitung risiko sebelum membeli'],
  },
  {
    title: 'Money Management: Aturan 2 Persen yang Menyelamatkan Modal',
    hashtags: ['manajemen-risiko'],
    lead: 'Sepuluh kali salah berturut-turut hanya menghabiskan 18 persen modal bila setiap posisi dibatasi risikonya dua persen.',
    parts: [
      [
        'Hitung jumlah lot',
        'Bagi nilai risiko yang rela Anda tanggung dengan selisih harga beli dan stop loss, lalu bagi seratus untuk mendapat lot.',
      ],
      ['Jangan menambah posisi rugi', 'Averaging down tanpa rencana mengubah trading jangka pendek menjadi investasi terpaksa.'],
    ],
    points: ['Risiko per posisi 1–2 persen', 'Paling banyak lima posisi', 'Rasio untung dibanding rugi minimal 2:1'],
  },
  {
    title: 'Musim Dividen: Kalender dan Strategi yang Masuk Akal',
    hashtags: ['dividen', 'investasi'],
    lead: 'Membeli menjelang cum date terdengar mudah, tetapi harga biasanya turun sebesar dividennya pada ex date. Begini cara menyikapinya.',
    parts: [
      ['Lihat rasio pembayaran', 'Dividen dari laba berulang lebih sehat daripada dividen dari penjualan aset.'],
      ['Beli lebih awal', 'Kenaikan harga umumnya terjadi satu sampai dua bulan sebelum pengumuman, bukan pada hari-hari terakhir.'],
    ],
    points: ['Catat cum date dan recording date', 'Bandingkan yield dengan bunga deposito', 'Periksa riwayat lima tahun'],
  },
  {
    title: 'Membaca Orderbook: Antrean yang Jujur dan yang Pura-pura',
    hashtags: ['bandarmologi', 'scalping'],
    lead: 'Antrean tebal di sisi bid belum tentu minat beli. Perhatikan apakah antrean itu dicabut saat harga mendekat.',
    parts: [
      ['Amati yang tereksekusi', 'Transaksi yang benar-benar terjadi lebih penting daripada antrean yang menunggu.'],
      ['Waspadai fake bid', 'Antrean yang hilang satu fraksi sebelum tersentuh biasanya dipasang untuk menarik pembeli ritel.'],
    ],
    points: ['Lihat running trade', 'Bandingkan dengan rata-rata volume', 'Jangan mengejar harga'],
  },
  {
    title: 'Psikologi Trading: Saat FOMO Lebih Mahal daripada Komisi',
    hashtags: ['psikologi'],
    lead: 'Keputusan terburuk lahir setelah melihat saham naik tanpa kita. Mengenali perasaan itu adalah separuh dari solusinya.',
    parts: [
      ['Tulis jurnal', 'Catat alasan membeli, rencana keluar, dan perasaan saat itu. Satu bulan cukup untuk melihat polanya.'],
      ['Beri jeda', 'Tunggu satu candle penuh sebelum mengeksekusi ide yang datang dari grup.'],
    ],
    points: ['Punya rencana tertulis', 'Berhenti setelah dua kali rugi sehari', 'Istirahat saat akhir pekan'],
  },
  {
    title: 'Sektor Perbankan: Apa yang Terjadi saat Suku Bunga Turun',
    hashtags: ['perbankan', 'makro'],
    lead: 'Penurunan BI Rate menekan margin bunga dalam jangka pendek, tetapi mendorong pertumbuhan kredit pada kuartal berikutnya.',
    parts: [
      ['Bank besar lebih tahan', 'Porsi dana murah di atas 70 persen membuat biaya dana turun lebih cepat daripada bunga kredit.'],
      ['Perhatikan kredit bermasalah', 'Rasio NPL yang turun bersama penyaluran kredit yang naik adalah kombinasi yang dicari.'],
    ],
    points: ['CASA di atas 70 persen', 'NPL di bawah 3 persen', 'Pertumbuhan kredit dua digit'],
  },
  {
    title: 'Saham Syariah: Apa Saja Syaratnya dan Bagaimana Mengeceknya',
    hashtags: ['syariah', 'pemula'],
    lead: 'Daftar Efek Syariah diperbarui dua kali setahun. Berikut cara memastikan saham pilihan Anda masih memenuhi syarat.',
    parts: [
      [
        'Usaha dan rasio',
        'Kegiatan usaha tidak bertentangan dengan prinsip syariah, utang berbasis bunga paling banyak 45 persen dari aset.',
      ],
      ['Cek berkala', 'Saham yang keluar dari daftar boleh dijual bertahap hingga impas sesuai fatwa yang berlaku.'],
    ],
    points: ['Unduh daftar terbaru', 'Gunakan rekening dana syariah', 'Catat tanggal berlaku'],
  },
  {
    title: 'IPO: Tujuh Hal di Prospektus yang Sering Terlewat',
    hashtags: ['ipo'],
    lead: 'Prospektus ditulis untuk memenuhi aturan, bukan untuk mudah dibaca. Tujuh bagian inilah yang menentukan.',
    parts: [
      ['Penggunaan dana', 'Dana untuk ekspansi lebih baik daripada dana untuk membayar utang kepada pemegang saham lama.'],
      ['Penjamin emisi', 'Lihat rekam jejak penjamin emisi pada tiga IPO terakhirnya.'],
    ],
    points: ['Struktur pemegang saham', 'Masa lock-up', 'Valuasi dibanding emiten sejenis'],
  },
  {
    title: 'Moving Average: Sederhana, Terlambat, dan Tetap Berguna',
    hashtags: ['teknikal', 'indikator'],
    lead: 'Rata-rata bergerak memang terlambat. Justru karena itu ia menyaring kebisingan yang membuat trader pemula sering keluar terlalu cepat.',
    parts: [
      ['Pilih dua periode', 'MA20 untuk arah jangka pendek, MA60 untuk tren. Persilangan keduanya hanya dipakai bila volume mendukung.'],
      ['Jadikan batas, bukan sinyal', 'Selama harga di atas MA20 yang menanjak, biarkan keuntungan berjalan.'],
    ],
    points: ['Gunakan pada saham tren', 'Hindari saat sideways', 'Gabungkan dengan volume'],
  },
  {
    title: 'Menyusun Portofolio Pertama dengan Modal Satu Juta',
    hashtags: ['pemula', 'portofolio'],
    lead: 'Modal kecil bukan alasan menaruh semuanya di satu saham. Dengan satu juta rupiah, Anda sudah bisa belajar diversifikasi.',
    parts: [
      [
        'Tiga saham cukup',
        'Satu bank besar, satu konsumer, satu komoditas. Belajarlah dari cara ketiganya bereaksi terhadap berita yang sama.',
      ],
      ['Tambah rutin', 'Menyisihkan tiga ratus ribu setiap bulan lebih berpengaruh daripada menebak titik terendah.'],
    ],
    points: ['Sisihkan dana darurat lebih dulu', 'Beli berkala', 'Evaluasi setiap tiga bulan'],
  },
  {
    title: 'Batu Bara, Nikel, Emas: Membaca Siklus Komoditas',
    hashtags: ['komoditas', 'makro'],
    lead: 'Saham komoditas tampak murah tepat di puncak siklusnya. Rasio PER rendah di sektor ini justru sering menjadi peringatan.',
    parts: [
      ['Harga acuan lebih dulu', 'Ikuti harga acuan bulanan dan biaya produksi per ton, lalu hitung margin yang tersisa.'],
      ['Neraca menentukan', 'Emiten tanpa utang bertahan melewati dua tahun harga rendah; yang berutang melepas aset.'],
    ],
    points: ['Biaya tunai per ton', 'Umur cadangan', 'Kontrak jangka panjang'],
  },
]

export const quotes = [
  'Harga adalah apa yang Anda bayar, nilai adalah apa yang Anda dapat.',
  'Pasar memindahkan uang dari yang tidak sabar kepada yang sabar.',
  'Rencanakan trading Anda, lalu jalankan rencana Anda.',
] as const

/** Charts in texts. */
export const charts = [
  'Tren naik di atas MA20',
  'Area support terakhir',
  'Volume saat breakout',
  'Yield dividen lima tahun',
  'PER sektor perbankan',
  'Siklus harga batu bara',
  'Rasio untung dan rugi',
  'Arus kas operasi',
  'Divergensi RSI',
  'Pola double bottom',
  'Kinerja IHSG tahunan',
  'Porsi dana murah bank',
  'Antrean bid dan offer',
  'Pertumbuhan kredit',
] as const
