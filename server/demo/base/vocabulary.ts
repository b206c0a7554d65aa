/** Indonesian names and places, and notes of salespeople. */
export const firstNames =
  'Adi Agus Ahmad Aisyah Andi Anisa Arif Ayu Bagas Bayu Budi Cahya Citra Dewi Dian Dimas Dinda Eka Endang Fajar Fitri Galih Gita Hadi Hendra Ida Indah Intan Irfan Joko Kartika Laras Lestari Lina Made Maya Mega Nadia Nanda Novi Nur Oktavia Pandu Putri Putu Rahma Rangga Ratna Reza Rina Rizki Sari Sinta Siti Surya Taufik Tri Umar Vina Wahyu Wayan Yanti Yoga Yusuf Zahra'.split(
    ' ',
  )
/** First names of women; the rest are of men, or of both. */
export const womenNames =
  /^(Aisyah|Anisa|Ayu|Citra|Dewi|Dian|Dinda|Endang|Fitri|Gita|Ida|Indah|Intan|Kartika|Laras|Lestari|Lina|Maya|Mega|Nadia|Novi|Oktavia|Putri|Rahma|Ratna|Rina|Sari|Sinta|Siti|Vina|Yanti|Zahra)\b/
/** First names of both. */
export const sharedNames = /^(Cahya|Dian|Eka|Nur|Putu|Tri|Made|Wayan)\b/
export const lastNames =
  'Anggraini Ardiansyah Aritonang Cahyono Darmawan Firmansyah Gunawan Halim Handayani Harahap Hartono Hidayat Hutapea Iskandar Kurniawan Kusuma Lubis Mahendra Maharani Manurung Maulana Nainggolan Nasution Nugroho Permana Pohan Prabowo Pradipta Pranata Prasetyo Pratama Purnama Rahardjo Rahayu Ramadhan Saputra Setiawan Siahaan Sihombing Simanjuntak Siregar Situmorang Suharto Sulistyo Susanti Susanto Suryani Utami Wibowo Wicaksono Widodo Wijaya Winarno Wulandari Yulianti Yuwono Zulkarnain'.split(
    ' ',
  )
export const cities =
  'Jakarta Selatan,Jakarta Barat,Jakarta Timur,Jakarta Utara,Bandung,Surabaya,Medan,Semarang,Makassar,Palembang,Tangerang,Bekasi,Depok,Bogor,Batam,Pekanbaru,Bandar Lampung,Padang,Malang,Denpasar,Samarinda,Balikpapan,Banjarmasin,Pontianak,Manado,Yogyakarta,Surakarta,Cirebon,Mataram,Kupang,Ambon,Jayapura'.split(
    ',',
  )
export const notes = [
  'Minta dihubungi setelah jam kerja.',
  'Sudah ikut webinar, tertarik kelas swing trading.',
  'Modal awal 25 juta, belum punya rekening efek.',
  'Ingin diskusi dulu dengan istri sebelum memutuskan.',
  'Bertanya soal perbedaan paket EMT dan EMV.',
  'Trading sejak 2019, lebih suka investasi jangka panjang.',
  'Belum bisa dihubungi, coba lewat WhatsApp.',
  'Minta contoh rekomendasi minggu lalu.',
  'Pernah jadi member, berhenti karena sibuk.',
  'Tertarik paket tahunan, tunggu gajian tanggal 25.',
]
export const tagNames =
  'hot,warm,cold,webinar,referral,vip,swing,investing,scalping,pemula,mahir,modal besar,modal kecil,tahunan,bulanan,retensi,kampus,komunitas,telepon ulang,tidak aktif,rekening efek,saham syariah,ipo,dividen,follow up,prioritas'.split(
    ',',
  )
export const sources = ['Instagram', 'Facebook Ads', 'Google Ads', 'TikTok', 'Webinar', 'WhatsApp', 'Website', 'Teman']
