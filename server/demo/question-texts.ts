/** Dialogues about stocks: code, question, answer, and further questions. */
export interface Dialogue {
  code: string | null
  asked: string
  answered: string
  then: string
  thenAnswered: string
}

const line = (code: string | null, asked: string, answered: string, then: string, thenAnswered: string): Dialogue => ({
  code,
  asked,
  answered,
  then,
  thenAnswered,
})

export const dialogues: readonly Dialogue[] = [
  line(
    'BBCA',
    'Selamat pagi, BBCA di harga sekarang masih boleh cicil beli untuk jangka panjang?',
    'Pagi Kak. Secara tren BBCA masih di atas rata-rata 200 hari. Untuk jangka panjang cicil bertahap, jangan sekaligus, dan siapkan batas risiko.',
    'Kalau turun lagi, area mana yang aman untuk tambah?',
    'Support terdekat ada di area low bulan lalu. Tambah hanya bila bertahan di atasnya.',
  ),
  line(
    'BBRI',
    'Kapan cum date dividen BBRI tahun ini ya kak?',
    'Jadwal cum date diumumkan lewat keterbukaan informasi setelah RUPS. Begitu terbit, kami bagikan di aplikasi.',
    'Yang berhak itu pegang sampai tanggal berapa?',
    'Cukup memegang sampai penutupan cum date di pasar reguler. Besoknya, di ex date, boleh dijual.',
  ),
  line(
    'ANTM',
    'ANTM breakout belum sih? Volumenya sudah naik dua hari ini.',
    'Harga menutup di atas resistance dengan volume di atas rata-rata 20 hari. Konfirmasinya bila besok tidak ditutup kembali di bawahnya.',
    'Stop loss idealnya di mana?',
    'Di bawah low hari breakout. Kalau tersentuh, anggap breakout gagal.',
  ),
  line(
    'TLKM',
    'Saya nyangkut TLKM di 4.200, sebaiknya average down atau tunggu dulu?',
    'Kami tidak bisa menentukan besaran dana Kakak. Dari grafik, trennya masih turun, jadi lebih aman menunggu pembalikan arah dulu.',
    'Tanda pembalikannya apa kak?',
    'Higher low yang bertahan dan penutupan di atas rata-rata 50 hari.',
  ),
  line(
    'AMOR',
    'Kenapa harga AMOR di aplikasi tiba-tiba jadi setengahnya? Apa saya rugi 50%?',
    'Tidak Kak. AMOR melakukan stock split, jumlah saham Kakak bertambah dan nilainya tetap.',
    'Berarti average saya ikut berubah?',
    'Betul, average dibagi rasio yang sama. Portofolio di aplikasi sudah menyesuaikan.',
  ),
  line(
    'ASII',
    'Target ASII untuk swing minggu ini di berapa?',
    'Target pertama ada di resistance terdekat, setelah itu area high bulan lalu. Level lengkap ada di analisis terakhir.',
    'Kalau gap up di pembukaan masih boleh masuk?',
    'Kalau sudah lebih dari 3 persen di atas area beli, lebih baik tunggu pullback.',
  ),
  line(
    'UNTR',
    'PER dan PBV UNTR dibanding saham sektor yang sama murah tidak?',
    'Secara valuasi UNTR diperdagangkan di bawah rata-rata lima tahunnya. Perhatikan juga arah harga batu bara.',
    'Laporan keuangan terakhir bisa dilihat di mana?',
    'Di halaman saham bagian profil, atau di situs bursa.',
  ),
  line(
    'ADRO',
    'ADRO masih layak hold setelah naik 12 persen?',
    'Selama bertahan di atas support baru, posisi bisa dipertahankan dengan trailing stop.',
    'Trailing stop di berapa persen?',
    'Sesuaikan dengan batas risiko Kakak. Banyak yang memakai low dua hari terakhir.',
  ),
  line(
    'GOTO',
    'GOTO sudah boleh masuk belum? Teman-teman banyak yang beli.',
    'Kami belum menerbitkan rekomendasi beli untuk GOTO. Jangan masuk hanya karena ramai dibicarakan.',
    'Level yang harus dilihat apa kak?',
    'Penutupan di atas resistance konsolidasi dengan volume dua kali rata-rata.',
  ),
  line(
    'MDKA',
    'Support kuat MDKA di mana ya?',
    'Support kuat ada di area konsolidasi sebelumnya. Kalau ditutup di bawahnya, tunggu pola baru.',
    'Terima kasih kak, kalau resistance?',
    'Resistance terdekat di high minggu lalu.',
  ),
  line(
    'ICBP',
    'Dividen ICBP rutin tidak setiap tahun?',
    'ICBP membagikan dividen hampir setiap tahun, besarnya diputuskan RUPS.',
    'Yield kira-kira berapa?',
    'Dividen per saham dibagi harga sekarang. Angka pastinya setelah RUPS.',
  ),
  line(
    null,
    'Kak, apa bedanya auto rejection atas dan bawah?',
    'Auto rejection atas dan bawah adalah batas kenaikan dan penurunan harga dalam satu hari, menurut kelompok harganya.',
    'Kalau kena ARB apa masih bisa jual?',
    'Bisa antre di harga batas bawah, tetapi belum tentu ada pembelinya.',
  ),
  line(
    'BMRI',
    'BMRI cut loss di mana kalau entry di 7.000?',
    'Batas risiko mengikuti rekomendasi: stop loss di bawah support terdekat. Jangan digeser turun.',
    'Kalau besok gap down?',
    'Jual di harga pertama yang tersedia, sesuai rencana awal.',
  ),
  line(
    'PGAS',
    'Rights issue PGAS itu wajib ditebus?',
    'Tidak wajib. Kalau tidak ditebus, kepemilikan terdilusi, dan haknya bisa dijual selama masa perdagangan.',
    'Haknya bisa dilihat di mana?',
    'Di akun sekuritas Kakak dengan kode berakhiran R.',
  ),
  line(
    'INCO',
    'Volume INCO naik tajam, ada berita apa?',
    'Kenaikan volume searah dengan harga nikel. Belum ada keterbukaan informasi baru.',
    'Aman ikut masuk?',
    'Tunggu penutupan. Kalau bertahan di atas resistance, risikonya lebih terukur.',
  ),
]

export const pictures = [
  'Portofolio saya',
  'Grafik BBCA',
  'Posisi ANTM',
  'Bukti order',
  'Grafik TLKM',
  'Chart MDKA',
  'Average UNTR',
  'Harga AMOR',
]
