import type { StoredFile } from '#contract/kit/field/field.ts'
import type { Random } from '../base/random.ts'
import { type Clock, day, recordColumns } from '../base/rows.ts'
import { titleAt } from '../base/titles.ts'

export const sliderTitles = [
  'Belajar saham dari nol',
  'Bedah laporan keuangan kuartal ini',
  'Swing trading bersama mentor',
  'Live market setiap Senin pagi',
  'Kelas baru: membaca bandarmologi',
  'Dividen jumbo bulan ini',
]
const placements = ['home', 'blog', 'education'] as const

/** 27 slides: running, planned, over, and some that are switched off. */
export function demoSliders(random: Random, clock: Clock, pictures: readonly StoredFile[], authors: readonly string[]) {
  return Array.from({ length: 27 }, (_, at) => {
    const start = clock.today + (at % 7 === 5 ? 6 + random.upTo(20) : -random.upTo(60)) * day
    const over = at % 7 === 6
    return {
      id: at + 1,
      ...recordColumns(random, clock, 120, authors),
      title: titleAt(sliderTitles, at),
      image: pictures[at % pictures.length],
      link: random.chance(70) ? `https://lapangan.test/blog/${1_000 + at}` : null,
      placement: placements[at % placements.length],
      sort: Math.floor(at / placements.length) + 1,
      is_active: random.chance(80),
      campaign_start: at % 4 ? clock.iso(start) : null,
      campaign_end: over ? clock.iso(clock.today - (1 + random.upTo(9)) * day) : random.chance(50) ? clock.iso(start + 60 * day) : null,
    }
  }).map((row) =>
    // One that is over began before.
    row.campaign_start && row.campaign_end && row.campaign_end < row.campaign_start ? { ...row, campaign_start: null } : row,
  )
}
