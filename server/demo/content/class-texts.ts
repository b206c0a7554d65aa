/** What online classes and programs of the academy are about. */

/** Title of a lesson, and its minutes. */
export type DemoLesson = readonly [title: string, minutes?: number]

interface DemoClass {
  title: string
  teacher: string
  /** Number of a category of education. */
  category: number
  price?: number
  access?: string[]
  isHidden?: true
  about: string
  sections: readonly (readonly [title: string, lessons: readonly DemoLesson[]])[]
}

/** The last one nobody refers to. */
export const demoClassTexts: readonly DemoClass[] = [
  {
    title: 'Membaca Laporan Keuangan dari Nol',
    teacher: 'Rangga Wiratama',
    category: 16,
    price: 450_000,
    access: ['emv'],
    about: 'Dari neraca sampai arus kas, dengan laporan emiten yang sebenarnya.',
    sections: [
      [
        'Sebelum mulai',
        [
          ['Untuk siapa kelas ini', 4],
          ['Mengunduh laporan di situs bursa', 7],
        ],
      ],
      [
        'Tiga laporan utama',
        [
          ['Neraca: apa yang dimiliki dan dipinjam', 18],
          ['Laba rugi: dari pendapatan ke laba bersih', 21],
          ['Arus kas: uang yang benar-benar masuk', 19],
        ],
      ],
      [
        'Rasio yang dipakai analis',
        [['ROE, ROA, dan margin', 16], ['Utang yang sehat dan yang tidak', 14], ['Tugas: hitung rasio satu emiten']],
      ],
      [
        'Tanda bahaya',
        [
          ['Laba naik, kas turun', 12],
          ['Piutang yang membengkak', 11],
        ],
      ],
    ],
  },
  {
    title: 'Analisis Teknikal Langkah demi Langkah',
    teacher: 'Dimas Prasetyo',
    category: 12,
    price: 350_000,
    access: ['emt', 'wst'],
    about: 'Tren, support, resistance, dan kapan tidak melakukan apa-apa.',
    sections: [
      [
        'Dasar grafik',
        [
          ['Candlestick dan volume', 12],
          ['Tren naik, turun, dan datar', 15],
        ],
      ],
      [
        'Area penting',
        [
          ['Menarik support dan resistance', 17],
          ['Breakout yang gagal', 13],
        ],
      ],
      ['Rencana trading', [['Entry, target, dan stop loss', 20], ['Menghitung ukuran posisi', 14], ['Tugas: rencana untuk tiga saham']]],
    ],
  },
  {
    title: 'Berani Mulai: Investasi Saham Pertama',
    teacher: 'Nadia Lestari',
    category: 11,
    about: 'Kelas gratis untuk yang belum pernah membeli saham.',
    sections: [
      [
        'Mengenal bursa',
        [
          ['Apa itu saham', 6],
          ['Siapa saja di bursa', 8],
        ],
      ],
      [
        'Membeli pertama kali',
        [
          ['Membuka rekening efek', 9],
          ['Mengirim pesanan beli', 7],
        ],
      ],
    ],
  },
  {
    title: 'Psikologi Trading',
    teacher: 'Sekar Ayuningtyas',
    category: 15,
    price: 250_000,
    access: ['emt'],
    about: 'Disiplin bukan bakat. Ia dilatih dengan jurnal dan aturan.',
    sections: [
      [
        'Musuh dalam diri',
        [
          ['Takut tertinggal', 11],
          ['Balas dendam pada pasar', 10],
        ],
      ],
      [
        'Jurnal',
        [
          ['Apa yang dicatat', 9],
          ['Evaluasi mingguan', 12],
        ],
      ],
    ],
  },
  {
    title: 'Manajemen Risiko untuk Pekerja Kantoran',
    teacher: 'Dimas Prasetyo',
    category: 14,
    price: 275_000,
    access: ['emt', 'emv'],
    about: 'Portofolio yang tetap tidur nyenyak saat pasar turun.',
    sections: [
      [
        'Berapa yang boleh hilang',
        [
          ['Batas rugi per transaksi', 13],
          ['Batas rugi per bulan', 9],
        ],
      ],
      [
        'Menyebar risiko',
        [
          ['Sektor yang bergerak bersama', 14],
          ['Kas juga posisi', 8],
        ],
      ],
    ],
  },
  {
    title: 'Screening Saham dalam 30 Menit',
    teacher: 'Sekar Ayuningtyas',
    category: 13,
    price: 200_000,
    access: ['emv', 'wst'],
    about: 'Dari delapan ratus saham menjadi sepuluh.',
    sections: [
      [
        'Saringan pertama',
        [
          ['Likuiditas dan kapitalisasi', 10],
          ['Laba yang konsisten', 12],
        ],
      ],
      ['Saringan kedua', [['Harga yang masuk akal', 15], ['Tugas: daftar pantau sendiri']]],
    ],
  },
  {
    title: 'Rekening Efek dan Pajaknya',
    teacher: 'Nadia Lestari',
    category: 19,
    about: 'Biaya, pajak, dan laporan tahunan.',
    sections: [
      [
        'Biaya',
        [
          ['Komisi dan levy', 6],
          ['Pajak dividen', 7],
        ],
      ],
    ],
  },
  {
    title: 'Membaca Aksi Korporasi',
    teacher: 'Rangga Wiratama',
    category: 13,
    price: 300_000,
    access: ['emv'],
    about: 'Stock split, right issue, dan dividen saham.',
    sections: [
      [
        'Jenis aksi',
        [
          ['Stock split', 9],
          ['Right issue', 16],
        ],
      ],
      ['Dampaknya', [['Dilusi dengan contoh', 14]]],
    ],
  },
  {
    title: 'Pola Harga yang Sering Muncul',
    teacher: 'Dimas Prasetyo',
    category: 12,
    price: 225_000,
    access: ['emt'],
    about: 'Dua belas pola, dan kapan gagal.',
    sections: [
      [
        'Pola lanjutan',
        [
          ['Flag dan pennant', 12],
          ['Segitiga', 13],
        ],
      ],
      [
        'Pola balik arah',
        [
          ['Double top', 10],
          ['Head and shoulders', 12],
        ],
      ],
    ],
  },
  {
    title: 'Cerita Member: Dari Rugi ke Disiplin',
    teacher: 'Sekar Ayuningtyas',
    category: 20,
    about: 'Empat member bercerita apa adanya.',
    sections: [
      [
        'Cerita',
        [
          ['Ibu Ratna, guru', 18],
          ['Pak Yusuf, pensiunan', 21],
        ],
      ],
    ],
  },
  {
    title: 'Valuasi Saham Bank',
    teacher: 'Rangga Wiratama',
    category: 17,
    price: 550_000,
    isHidden: true,
    about: 'Sedang disusun.',
    sections: [['Mengapa bank berbeda', [['Bunga sebagai bahan baku', 15]]]],
  },
  {
    title: 'Dividen untuk Pendapatan Rutin',
    teacher: 'Nadia Lestari',
    category: 18,
    isHidden: true,
    about: 'Sedang disusun.',
    sections: [],
  },
]

interface DemoProgram {
  title: string
  level: 'beginner' | 'intermediate' | 'advanced'
  category: number
  price?: number
  isHidden?: true
  about: string
  lessons: readonly DemoLesson[]
}

/** The first one is the program that members know; the last one nobody refers to. */
export const demoProgramTexts: readonly DemoProgram[] = [
  {
    title: 'Trading Academy',
    level: 'beginner',
    category: 12,
    price: 3_500_000,
    about: 'Delapan pertemuan bersama coach, dengan tugas dan pendampingan.',
    lessons: [
      ['Orientasi dan perlengkapan', 60],
      ['Cara kerja bursa', 90],
      ['Membaca grafik', 120],
      ['Support, resistance, dan tren', 120],
      ['Manajemen risiko', 120],
      ['Rencana trading', 120],
      ['Praktik di jam bursa', 180],
      ['Tugas akhir: jurnal satu bulan'],
    ],
  },
  {
    title: 'Investing Academy',
    level: 'intermediate',
    category: 13,
    price: 4_250_000,
    about: 'Menyusun portofolio jangka panjang dari laporan keuangan.',
    lessons: [
      ['Model bisnis', 90],
      ['Laporan keuangan', 120],
      ['Valuasi relatif', 120],
      ['Arus kas terdiskonto', 150],
      ['Menyusun portofolio', 120],
    ],
  },
  {
    title: 'Akselerasi Trader Harian',
    level: 'advanced',
    category: 14,
    price: 5_000_000,
    about: 'Untuk alumni Trading Academy.',
    lessons: [['Membaca antrean', 120], ['Rotasi sektor', 90], ['Simulasi dua pekan']],
  },
  {
    title: 'Academy Analisis Laporan',
    level: 'intermediate',
    category: 16,
    price: 2_750_000,
    about: 'Bedah enam laporan tahunan bersama.',
    lessons: [['Memilih emiten', 60], ['Bedah neraca', 120], ['Bedah arus kas', 120], ['Presentasi kelompok']],
  },
  {
    title: 'Academy Risiko dan Portofolio',
    level: 'intermediate',
    category: 14,
    price: 2_500_000,
    about: 'Menyusun aturan sendiri dan menaatinya.',
    lessons: [
      ['Profil risiko', 60],
      ['Ukuran posisi', 90],
      ['Rebalancing', 90],
    ],
  },
  {
    title: 'Academy Psikologi',
    level: 'beginner',
    category: 15,
    price: 1_500_000,
    about: 'Empat pekan menulis jurnal.',
    lessons: [['Mengenal pemicu', 60], ['Jurnal pekan pertama'], ['Evaluasi bersama', 90]],
  },
  {
    title: 'Academy Dividen',
    level: 'beginner',
    category: 18,
    price: 1_250_000,
    about: 'Portofolio yang membayar setiap tahun.',
    lessons: [
      ['Cara kerja dividen', 60],
      ['Menghitung imbal hasil', 75],
      ['Kalender dividen', 45],
    ],
  },
  {
    title: 'Academy Valuasi',
    level: 'advanced',
    category: 17,
    price: 4_750_000,
    about: 'Arus kas terdiskonto dari lembar kosong.',
    lessons: [
      ['Biaya modal', 120],
      ['Proyeksi', 150],
      ['Sensitivitas', 120],
    ],
  },
  {
    title: 'Bootcamp Akhir Pekan',
    level: 'beginner',
    category: 11,
    price: 950_000,
    about: 'Dua hari penuh untuk memulai.',
    lessons: [
      ['Hari pertama', 420],
      ['Hari kedua', 420],
    ],
  },
  {
    title: 'Academy Syariah',
    level: 'beginner',
    category: 11,
    price: 1_750_000,
    about: 'Saham syariah dan penyaringannya.',
    lessons: [
      ['Prinsip dan daftar efek', 75],
      ['Penyaringan mandiri', 90],
    ],
  },
  {
    title: 'Kelas Persiapan',
    level: 'beginner',
    category: 11,
    isHidden: true,
    about: 'Sedang disusun.',
    lessons: [['Sebelum mendaftar', 15]],
  },
]
