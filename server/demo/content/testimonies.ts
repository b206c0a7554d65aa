import { products } from '#contract/choices/options.ts'
import type { Random } from '../base/random.ts'
import { type Clock, recordColumns } from '../base/rows.ts'
import { firstNames, lastNames } from '../base/vocabulary.ts'

const texts = [
  'Sejak ikut kelas, saya punya rencana sebelum membeli. Cuan atau rugi, saya tahu alasannya.',
  'Materinya runtut dan mentornya sabar. Saya mulai dari nol, sekarang rutin menabung saham tiap bulan.',
  'Yang paling berguna buat saya adalah manajemen risiko. Portofolio tidak lagi merah dalam-dalam.',
  'Rekomendasinya selalu disertai alasan dan batas rugi, jadi tidak asal ikut-ikutan.',
  'Komunitasnya aktif, pertanyaan saya dijawab di hari yang sama.',
  'Dulu saya beli karena ramai di grup. Sekarang saya baca laporan keuangannya dulu.',
  'Live market pagi hari sangat membantu saya yang bekerja kantoran.',
  'Paket tahunan terasa mahal di awal, tetapi kembali dalam beberapa bulan.',
]

/** 32 testimonies of members, some of them without a rating or a product. */
export function demoTestimonies(random: Random, clock: Clock, authors: readonly string[]) {
  return Array.from({ length: 32 }, (_, at) => ({
    id: at + 1,
    ...recordColumns(random, clock, 300, authors),
    name: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
    product: random.chance(85) ? random.pick(products) : null,
    text: texts[at % texts.length],
    rating: random.chance(90) ? 3 + random.upTo(3) : null,
    video: random.chance(20) ? `https://video.lapangan.test/testimoni/${at + 1}` : null,
    is_show: random.chance(75),
    sort: at + 1,
  }))
}
