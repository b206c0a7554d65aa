import { products } from '#contract/choices/options.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { Random } from '../base/random.ts'
import { type Clock, recordColumns } from '../base/rows.ts'
import type { DemoVideo } from '../base/videos.ts'

const texts = [
  'Sejak ikut kelas, saya punya rencana sebelum membeli. Cuan atau rugi, saya tahu alasannya.',
  'Materinya runtut dan mentornya sabar. Saya mulai dari nol, sekarang rutin menabung saham tiap bulan.',
  'Yang paling berguna buat saya adalah manajemen risiko. Portofolio tidak lagi merah dalam-dalam.',
  'Rekomendasinya selalu disertai alasan dan batas rugi, jadi tidak asal ikut-ikutan.',
  'Komunitasnya aktif, pertanyaan saya dijawab di hari yang sama.',
  'Dulu saya beli karena ramai di grup. Sekarang saya baca laporan keuangannya dulu.',
  'Live market pagi hari sangat membantu saya yang bekerja kantoran.',
  'Paket tahunan terasa mahal di awal, tetapi kembali dalam beberapa bulan.',
  'Saya paling suka kolom alasan di setiap rekomendasi; saya belajar cara berpikir analisnya.',
  'Awalnya ragu karena sering tertipu grup. Di sini kalau salah, diakui dan dijelaskan.',
  'Portofolio saya dulu 20 saham, sekarang 6 dan saya tahu alasan masing-masing.',
  'Materi video bisa diputar sambil menunggu anak les. Pas untuk ibu rumah tangga.',
  'Stop loss dulu terasa menyakitkan, sekarang terasa seperti sabuk pengaman.',
  'Sales-nya tidak memaksa. Saya malah disarankan mulai dari paket bulanan.',
  'Analisis emiten bank membantu saya bertahan saat pasar turun.',
  'Saya pensiunan, dan baru di sini berani menyusun rencana dividen.',
  'Pertanyaan tentang saham yang tidak populer pun dijawab dengan data.',
  'Live market-nya tenang, tidak teriak-teriak. Itu yang saya cari.',
  'Tiga bulan pertama hanya belajar, bulan keempat mulai untung konsisten.',
  'Gathering di Surabaya mempertemukan saya dengan teman diskusi yang serius.',
  'Dari sepuluh rekomendasi yang saya ikuti, tujuh sampai target pertama.',
  'Watchlist mingguan menghemat waktu saya menyaring ratusan saham.',
  'Akhirnya paham kenapa PER rendah belum tentu murah.',
  'Saya ikut kelas swing dua kali karena contoh kasusnya selalu baru.',
  'Aplikasinya ringan, notifikasi target harga datang sebelum saya sempat cek.',
  'Mentor menjawab pesan saya hari Minggu malam. Luar biasa.',
  'Baru kali ini saya menjual saham dengan tenang karena ada rencananya.',
  'Kelas manajemen risiko menyelamatkan tabungan pernikahan saya.',
  'Dulu menebak, sekarang menghitung.',
  'Saya membandingkan tiga layanan sejenis; ulasan kinerja di sini paling jujur.',
  'Anak kos pun bisa: mulai dari satu juta dan belajar disiplin.',
  'Rekomendasi hold membuat saya tidak panik saat harga turun sebentar.',
]

/** Texts that somebody says in a video, too, by their place. */
const spoken: ReadonlyMap<number, DemoVideo> = new Map(
  [0, 2, 5, 9, 12].map((text, at) => [text, { name: `testimoni-${at + 1}`, title: 'Kata member', seconds: 12 }]),
)
export const testimonyVideos: readonly DemoVideo[] = [...spoken.values()]

interface Told {
  names: readonly string[]
  photos: readonly StoredFile[]
  /** Addresses of `testimonyVideos`. */
  videos: readonly string[]
}

/** Testimonies of members, some of them without a rating or a product. */
export function demoTestimonies(random: Random, clock: Clock, { names, photos, videos }: Told, authors: readonly string[]) {
  return names.map((name, at) => ({
    id: at + 1,
    ...recordColumns(random, clock, 300, authors),
    name,
    photo: photos[at] ?? null,
    product: random.chance(85) ? random.pick(products) : null,
    text: texts[at % texts.length],
    rating: random.chance(90) ? 5 - (random.chance(30) ? 1 : 0) : null,
    video: videos[[...spoken.keys()].indexOf(at)] ?? null,
    is_show: spoken.has(at) || random.chance(75),
    sort: at + 1,
  }))
}
