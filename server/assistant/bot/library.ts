/** The built-in documents of the bot: trading on the Indonesian exchange, and the memberships. */
import type { Block } from './chunks.ts'

export interface LibraryDocument {
  name: string
  blocks: readonly Block[]
}

const document = (name: string, ...blocks: readonly (readonly [heading: string, text: string])[]): LibraryDocument => ({
  name,
  blocks: blocks.map(([heading, text]) => ({ heading, text })),
})

export const library: readonly LibraryDocument[] = [
  document(
    'lot-dan-lembar.txt',
    [
      'Satuan lot',
      'Saham diperdagangkan dalam satuan lot. Satu lot sama dengan 100 lembar saham. Pembelian minimum di pasar reguler adalah satu lot, sehingga saham seharga Rp1.000 membutuhkan modal Rp100.000 di luar biaya transaksi.',
    ],
    [
      'Odd lot',
      'Jumlah di bawah 100 lembar disebut odd lot. Odd lot dapat muncul dari dividen saham atau pemecahan saham, dan dijual di pasar negosiasi, bukan di pasar reguler.',
    ],
  ),
  document(
    'fraksi-harga.txt',
    [
      'Fraksi harga',
      'Fraksi harga atau tick adalah langkah terkecil perubahan harga tawaran. Harga di bawah Rp200 memakai fraksi Rp1, Rp200 sampai Rp500 memakai Rp2, Rp500 sampai Rp2.000 memakai Rp5, Rp2.000 sampai Rp5.000 memakai Rp10, dan mulai Rp5.000 memakai Rp25.',
    ],
    [
      'Order ditolak',
      'Order dengan harga yang tidak sesuai fraksi ditolak sistem bursa. Bulatkan harga order ke kelipatan fraksi yang berlaku pada rentang harganya.',
    ],
  ),
  document(
    'auto-rejection.txt',
    [
      'ARA',
      'Auto rejection atas atau ARA adalah batas kenaikan harga saham dalam satu hari. Batasnya 35 persen untuk harga sampai Rp200, 25 persen untuk harga sampai Rp5.000, dan 20 persen di atas itu. Order beli di atas batas ditolak.',
    ],
    [
      'ARB',
      'Auto rejection bawah atau ARB adalah batas penurunan harga saham dalam satu hari, saat ini 15 persen. Saham yang menyentuh ARB sering tidak punya antrean pembeli.',
    ],
    ['Papan Akselerasi', 'Di papan Akselerasi dan papan Pemantauan Khusus batas kenaikan dan penurunan masing-masing 10 persen.'],
  ),
  document(
    'stop-loss.txt',
    [
      'Stop loss',
      'Stop loss adalah harga keluar yang ditentukan sebelum membeli untuk membatasi kerugian. Jika harga turun menyentuh level itu, posisi dijual tanpa menunggu. Letakkan stop loss di bawah support terdekat.',
    ],
    [
      'Disiplin',
      'Jangan menurunkan level stop loss setelah posisi terbuka. Kerugian kecil yang diterima menjaga psikologi trader dan menghindari nyangkut.',
    ],
  ),
  document(
    'target-harga.txt',
    [
      'Take profit',
      'Take profit atau target harga adalah level untuk merealisasikan keuntungan. Rekomendasi dapat memiliki satu sampai tiga target; pada setiap target sebagian posisi dijual.',
    ],
    [
      'Risk reward',
      'Rasio risk reward membandingkan jarak ke target dengan jarak ke stop loss. Rasio minimal 1 banding 2 berarti potensi keuntungan dua kali risiko kerugian.',
    ],
  ),
  document(
    'dividen.txt',
    [
      'Dividen tunai',
      'Dividen adalah pembagian laba perusahaan kepada pemegang saham. Dividen tunai masuk ke rekening dana nasabah pada tanggal pembayaran.',
    ],
    [
      'Cum date dan ex date',
      'Cum date adalah hari terakhir membeli saham agar berhak atas dividen. Pembeli pada ex date tidak lagi berhak, dan harga saham biasanya terkoreksi sebesar dividen.',
    ],
    [
      'Recording date',
      'Recording date adalah tanggal pencatatan nama pemegang saham yang berhak atas dividen, dua hari bursa setelah cum date di pasar reguler.',
    ],
  ),
  document(
    'penyelesaian-t2.txt',
    [
      'Penyelesaian T+2',
      'Penyelesaian transaksi saham di bursa terjadi pada T+2, yaitu dua hari bursa setelah transaksi. Dana hasil penjualan dapat ditarik setelah penyelesaian.',
    ],
    ['Hari libur', 'Hari libur bursa dan akhir pekan tidak dihitung. Saham yang dijual Kamis diselesaikan Senin bila tidak ada libur.'],
  ),
  document(
    'jam-perdagangan.txt',
    [
      'Sesi perdagangan',
      'Sesi pertama pasar reguler berlangsung pukul 09.00 sampai 12.00 WIB dari Senin sampai Kamis, dan sampai 11.30 pada Jumat. Sesi kedua mulai 13.30, pada Jumat mulai 14.00, sampai 15.49.',
    ],
    ['Pra-pembukaan', 'Sesi pra-pembukaan pukul 08.45 sampai 08.59 membentuk harga pembukaan untuk saham tertentu.'],
    [
      'Penutupan',
      'Sesi pra-penutupan membentuk harga penutupan melalui lelang, dan pasca-penutupan memakai harga penutupan itu sampai 16.15.',
    ],
  ),
  document(
    'pemecahan-saham.txt',
    [
      'Stock split',
      'Stock split atau pemecahan saham membagi satu saham menjadi beberapa saham dengan nominal lebih kecil. Pada rasio 1:5 pemilik 100 lembar menjadi pemilik 500 lembar, harga menjadi seperlima, dan nilai investasi tetap.',
    ],
    ['Reverse stock', 'Reverse stock menggabungkan beberapa saham menjadi satu sehingga harga naik dan jumlah lembar berkurang.'],
  ),
  document(
    'right-issue.txt',
    [
      'HMETD',
      'Right issue adalah penerbitan saham baru dengan hak memesan efek terlebih dahulu atau HMETD bagi pemegang saham lama. Pemegang saham yang tidak menebus haknya terkena dilusi kepemilikan.',
    ],
    [
      'Waran',
      'Waran adalah hak membeli saham pada harga pelaksanaan dalam jangka waktu tertentu. Waran yang tidak dipakai sampai jatuh tempo menjadi tidak bernilai.',
    ],
  ),
  document(
    'support-resistance.txt',
    ['Support', 'Support adalah area harga tempat minat beli menahan penurunan. Support yang sering diuji tanpa jebol dianggap kuat.'],
    [
      'Resistance',
      'Resistance adalah area harga tempat tekanan jual menahan kenaikan. Resistance yang ditembus sering berubah menjadi support.',
    ],
    [
      'Breakout',
      'Breakout terjadi saat harga menutup di atas harga tertinggi 20 hari dengan volume sedikitnya satu setengah kali rata-rata.',
    ],
  ),
  document(
    'indikator.txt',
    [
      'Moving average',
      'Moving average menghaluskan pergerakan harga. Golden cross terjadi saat rata-rata pendek memotong rata-rata panjang ke atas, death cross sebaliknya.',
    ],
    [
      'RSI',
      'RSI mengukur kekuatan momentum dari 0 sampai 100. Di atas 70 disebut jenuh beli atau overbought, di bawah 30 jenuh jual atau oversold.',
    ],
    [
      'MACD',
      'MACD membandingkan dua rata-rata eksponensial. Persilangan garis MACD dengan garis sinyal dipakai sebagai tanda perubahan arah.',
    ],
  ),
  document(
    'fundamental.txt',
    ['PER', 'Price earning ratio atau PER adalah harga saham dibagi laba per saham. Bandingkan PER dengan emiten sesektor.'],
    [
      'PBV',
      'Price to book value atau PBV adalah harga saham dibagi nilai buku per saham. PBV di bawah 1 berarti pasar menghargai di bawah ekuitas.',
    ],
    ['ROE', 'Return on equity atau ROE adalah laba bersih dibagi ekuitas; angka tinggi dan stabil menunjukkan efisiensi modal.'],
  ),
  document('biaya-transaksi.txt', [
    'Biaya broker',
    'Biaya transaksi broker umumnya 0,15 persen untuk beli dan 0,25 persen untuk jual, tergantung sekuritas. Hitung biaya sebelum menentukan target scalping.',
  ]),
  document(
    'papan-pencatatan.txt',
    ['Papan utama', 'Papan utama memuat perusahaan besar dengan rekam jejak, papan pengembangan memuat perusahaan yang sedang bertumbuh.'],
    [
      'Papan pemantauan khusus',
      'Saham di papan pemantauan khusus diperdagangkan dengan full call auction karena likuiditas rendah, ekuitas negatif, atau masalah lain. Notasi X menandai sahamnya.',
    ],
    [
      'Suspensi',
      'Suspensi adalah penghentian sementara perdagangan suatu saham oleh bursa, misalnya karena kenaikan tidak wajar atau laporan terlambat.',
    ],
  ),
  document(
    'produk-emt.txt',
    ['EMT', 'EMT adalah keanggotaan edukasi trading dengan kelas rutin, rekomendasi swing, dan ruang tanya saham.'],
    ['Perpanjangan', 'Keanggotaan EMT dapat diperpanjang sebelum berakhir; masa aktif baru ditambahkan di belakang sisa masa aktif.'],
  ),
  document('produk-emv.txt', [
    'EMV',
    'EMV adalah keanggotaan value investing dengan portofolio jangka panjang, riset fundamental mendalam, dan pembaruan kuartalan setelah laporan keuangan.',
  ]),
  document('produk-wst.txt', [
    'WST',
    'WST adalah program intensif akhir pekan untuk trader pemula dengan mentor, praktik membaca grafik, dan evaluasi jurnal trading.',
  ]),
  document('cuti-keanggotaan.txt', [
    'Cuti',
    'Anggota dapat mengajukan cuti keanggotaan. Selama cuti masa aktif berhenti berjalan dan akses rekomendasi ditutup sampai cuti selesai.',
  ]),
  document(
    'manajemen-risiko.txt',
    ['Diversifikasi', 'Diversifikasi menyebar dana ke beberapa saham dan sektor supaya satu kesalahan tidak merusak seluruh portofolio.'],
    [
      'Averaging down',
      'Averaging down adalah membeli lagi saat harga turun sehingga rata-rata harga beli lebih rendah. Cara ini berbahaya pada saham tanpa batas kerugian.',
    ],
    ['Jurnal', 'Jurnal trading mencatat alasan masuk, level keluar, hasil, dan emosi. Evaluasi jurnal setiap pekan memperbaiki keputusan.'],
  ),
]
