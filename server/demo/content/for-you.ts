/** For-you posts in every status. */
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { Random } from '../base/random.ts'
import { type Clock, day, recordColumns } from '../base/rows.ts'
import { titleAt } from '../base/titles.ts'

/** One picture per title, shared by its posts. */
export const forYouTitles = [
  'Kelas Swing Trading dibuka',
  'Perpanjang sebelum akhir bulan',
  'Webinar gratis malam ini',
  'Laporan emiten pekan ini',
  'Promo tahunan EMT',
  'Jadwal libur bursa',
]
const messages = [
  '<p>Daftar sekarang, kursi terbatas.</p>',
  '<p>Hemat <strong>20%</strong> sampai Jumat.</p>',
  '<p>Baca selengkapnya di aplikasi.</p>',
]
const contents = ['article', 'quote', 'video', 'image', 'event', 'onlineclass']

/** 30 popups: running, planned, over and hidden; some link to `posts`. */
export function demoForYou(
  random: Random,
  clock: Clock,
  { pictures, posts }: { pictures: readonly StoredFile[]; posts: readonly number[] },
  authors: readonly string[],
) {
  return Array.from({ length: 30 }, (_, at) => {
    const planned = at % 6 === 4
    const over = at % 6 === 5
    const start = clock.today + (planned ? 5 + random.upTo(20) : over ? -60 - random.upTo(20) : -random.upTo(20)) * day
    const endless = !over && random.chance(40)
    const linked = random.chance(60)
    const content = linked && at % 2 === 0 ? posts[at % posts.length] : null
    const button = random.chance(50)
    return {
      id: at + 1,
      ...recordColumns(random, clock, 90, authors),
      title: titleAt(forYouTitles, at),
      click_count: planned ? 0 : random.upTo(4_000),
      campaign_start: clock.iso(start),
      no_campaign_end: endless,
      campaign_end: endless ? null : clock.iso(start + (30 + random.upTo(15)) * day),
      member_type: random.chance(30) ? ['all'] : random.some(['regular', 'emt', 'emv', 'wst', 'new_member'], 2),
      type: random.pick(['info', 'reminder', 'warning']),
      gambar: pictures[at % pictures.length],
      message: random.pick(messages),
      with_button: button,
      button_title: button ? 'Lihat' : null,
      content_type: contents[at % contents.length],
      reference_type: content ? 'content' : linked ? 'url' : 'none',
      reference_url: linked && !content ? 'https://lapangan.test/promo' : null,
      content_id: content,
      sequence: at + 1,
      is_show: at % 8 !== 7,
    }
  })
}
