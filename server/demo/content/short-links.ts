import type { Random } from '../base/random.ts'
import { type Clock, day, recordColumns } from '../base/rows.ts'

const links = [
  ['promo-gajian', 'Promo gajian EMT', 'https://lapangan.test/promo/gajian?utm_source=whatsapp'],
  ['webinar-pemula', 'Webinar saham pemula', 'https://lapangan.test/acara/webinar-saham-pemula'],
  ['kelas-swing', 'Kelas swing trading', 'https://lapangan.test/kelas/swing-trading'],
  ['unduh-aplikasi', 'Unduh aplikasi', 'https://lapangan.test/aplikasi'],
  ['jadwal-live', 'Jadwal live market', 'https://lapangan.test/live/jadwal'],
  ['ajak-teman', 'Program ajak teman', 'https://lapangan.test/referral?utm_source=instagram'],
  ['brosur-emv', 'Brosur paket EMV', 'https://lapangan.test/files/brosur-emv.pdf'],
  ['grup-telegram', 'Grup Telegram', 'https://lapangan.test/komunitas/telegram'],
  ['bedah-emiten', 'Bedah emiten Kamis malam', 'https://lapangan.test/acara/bedah-emiten'],
  ['dividen-2026', 'Kalender dividen', 'https://lapangan.test/kalender/dividen'],
  ['emt-tahunan', 'EMT tahunan', 'https://lapangan.test/paket/emt-tahunan?utm_source=tiktok'],
  ['emv-coba', 'Coba EMV gratis', 'https://lapangan.test/paket/emv-coba'],
  ['kampus-ui', 'Kampus goes investing', 'https://lapangan.test/kampus?utm_campaign=kampus'],
  ['testimoni', 'Kata member', 'https://lapangan.test/testimoni'],
  ['gathering', 'Gathering tahunan', 'https://lapangan.test/acara/gathering'],
  ['kaos-lapangan', 'Merchandise', 'https://lapangan.test/toko/kaos'],
  ['modul-dasar', 'Modul dasar saham', 'https://lapangan.test/files/modul-dasar.pdf'],
  ['survei-member', 'Survei member', 'https://lapangan.test/survei?utm_source=email'],
  ['live-ihsg', 'Live IHSG', 'https://lapangan.test/live/ihsg'],
  ['rekaman-webinar', 'Rekaman webinar', 'https://lapangan.test/rekaman/webinar'],
  ['syariah', 'Kelas saham syariah', 'https://lapangan.test/kelas/syariah'],
  ['pensiun', 'Rencana dividen untuk pensiun', 'https://lapangan.test/kelas/pensiun'],
  ['karier', 'Bergabung dengan kami', 'https://lapangan.test/karier'],
  ['bantuan', 'Pusat bantuan', 'https://lapangan.test/bantuan'],
] as const

/** 24 links, some of them ended. */
export function demoShortLinks(random: Random, clock: Clock, authors: readonly string[]) {
  return Array.from({ length: 24 }, (_, at) => {
    const [slug, title, target] = links[at % links.length] ?? links[0]
    const round = Math.floor(at / links.length)
    return {
      id: at + 1,
      ...recordColumns(random, clock, 200, authors),
      slug: round ? `${slug}-${round + 1}` : slug,
      title: random.chance(90) ? title : null,
      target,
      expires_at: random.chance(40) ? clock.iso(clock.today + (random.upTo(90) - 20) * day) : null,
      clicks: random.upTo(6_000),
    }
  })
}
