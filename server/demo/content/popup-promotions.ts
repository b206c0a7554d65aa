import { popupSegmentations } from '#contract/choices/options.ts'
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { Random } from '../base/random.ts'
import { type Clock, day, recordColumns } from '../base/rows.ts'
import { titleAt } from '../base/titles.ts'

export const popupTitles = ['Selamat datang di Lapangan', 'EMT Anda hampir berakhir', 'Upgrade ke paket tahunan', 'Webinar akbar bulan ini']

/** 23 popups: with and without dates, for all and for some. */
export function demoPopupPromotions(random: Random, clock: Clock, pictures: readonly StoredFile[], authors: readonly string[]) {
  const some = popupSegmentations.filter((segment) => segment !== 'all')
  return Array.from({ length: 23 }, (_, at) => {
    const start = random.chance(75) ? clock.today - (random.upTo(60) - 15) * day : null
    return {
      id: at + 1,
      ...recordColumns(random, clock, 120, authors),
      title: titleAt(popupTitles, at),
      banner_url: pictures[at % pictures.length],
      segmentation: random.chance(30) ? ['all'] : random.some(some, 1 + random.upTo(2)),
      campaign_start_date: start === null ? null : clock.iso(start),
      campaign_end_date: start === null || random.chance(40) ? null : clock.iso(start + (7 + random.upTo(40)) * day),
      frequency: random.pick(['once', 'daily', 'always']),
      is_active: random.chance(70),
    }
  })
}
