import type { StoredFile } from '#contract/kit/field/field.ts'
import type { Random } from '../base/random.ts'
import { type Clock, day, recordColumns } from '../base/rows.ts'
import { titleAt } from '../base/titles.ts'

export const bannerTitles = [
  'Promo gajian EMT',
  'Diskon 30% paket tahunan',
  'Webinar gratis Sabtu ini',
  'Kelas online membaca grafik',
  'Ajak teman, dapat bonus',
]

/** 25 banners: running, planned, over and hidden. */
export function demoPromotionBanners(random: Random, clock: Clock, pictures: readonly StoredFile[], authors: readonly string[]) {
  return Array.from({ length: 25 }, (_, at) => {
    const start = clock.today + (at % 6 === 4 ? 4 + random.upTo(20) : -3 - random.upTo(50)) * day
    const linked = random.chance(60)
    return {
      id: at + 1,
      ...recordColumns(random, clock, 120, authors),
      title: titleAt(bannerTitles, at),
      image: pictures[at % pictures.length],
      segmentation: random.chance(40) ? ['all'] : random.some(['regular', 'emt', 'emv', 'wst'], 2),
      show: at % 5 !== 3,
      start: clock.iso(start),
      end: random.chance(60) ? clock.iso(start + (20 + random.upTo(60)) * day) : null,
      reference_type: linked ? 'url' : 'none',
      reference_url: linked ? `https://lapangan.test/promo/${at + 1}` : null,
      sort: at + 1,
    }
  })
}
