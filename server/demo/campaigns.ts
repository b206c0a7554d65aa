import { DateTime } from 'luxon'
import { wibZone } from '#server/platform/core/calendar.ts'
import type { DemoUser } from './base/people.ts'
import type { Random } from './base/random.ts'
import { type Clock, recordColumns } from './base/rows.ts'

const themes = [
  'Webinar Saham Pemula',
  'Kelas Swing Trading',
  'Promo Gajian',
  'Ramadan Investasi',
  'Bedah Emiten',
  'Live IHSG',
  'Referral Member',
  'Kampus Goes Investing',
]
const seasons = ['Januari', 'Maret', 'Mei', 'Juli', 'September', 'November']
const channels = ['ads', 'organic', 'event', 'referral', 'broadcast']

/** 48 campaigns: each theme in each season. */
export function demoCampaigns(random: Random, clock: Clock, sales: readonly DemoUser[], authors: readonly string[]) {
  return seasons.flatMap((season, seasonAt) =>
    themes.map((theme, themeAt) => {
      const daysAgo = (seasons.length - seasonAt) * 55 + random.upTo(20)
      const start = DateTime.fromMillis(clock.today, { zone: wibZone }).minus({ days: daysAgo })
      const running = seasonAt >= seasons.length - 2
      const record = recordColumns(random, clock, 60, authors)
      return {
        id: seasonAt * themes.length + themeAt + 1,
        ...record,
        name: `${theme} ${season}`,
        channel: channels[themeAt % channels.length],
        status: running ? (random.chance(85) ? 'active' : 'paused') : 'ended',
        start: start.toISODate(),
        end: running && random.chance(50) ? null : start.plus({ days: 21 + random.upTo(30) }).toISODate(),
        budget: random.chance(80) ? (5 + random.upTo(60)) * 500_000 : null,
        sales: random.some(sales, 1 + random.upTo(4)).map(({ row }) => ({ ref: random.ref(clock.today), sales_id: row.id })),
        utm_source: random.pick(['instagram', 'facebook', 'google', 'tiktok', 'whatsapp']),
        utm_medium: random.pick(['cpc', 'story', 'post', 'broadcast']),
        utm_campaign: `${theme} ${season}`.toLowerCase().replaceAll(' ', '-'),
      }
    }),
  )
}
