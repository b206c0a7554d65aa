/** For-you posts in every status, with pictures drawn here. */
import sharp from 'sharp'
import type { StoredFile } from '#contract/kit/field.ts'
import type { FileStore } from '#server/platform/files.ts'
import type { Random } from './random.ts'
import { type Clock, day, recordColumns } from './rows.ts'

const titles = [
  'Kelas Swing Trading dibuka',
  'Perpanjang sebelum akhir bulan',
  'Webinar gratis malam ini',
  'Laporan emiten pekan ini',
  'Promo tahunan EMT',
  'Jadwal libur bursa',
]
const hues = ['#1d4ed8', '#0f766e', '#b45309', '#7c2d92', '#be123c', '#334155']
const messages = [
  '<p>Daftar sekarang, kursi terbatas.</p>',
  '<p>Hemat <strong>20%</strong> sampai Jumat.</p>',
  '<p>Baca selengkapnya di aplikasi.</p>',
]
const contents = ['article', 'quote', 'video', 'image', 'event', 'onlineclass']

function drawing(title: string, hue: string, at: number): string {
  const bars = Array.from({ length: 9 }, (_, bar) => {
    const height = 60 + ((bar * 37 + at * 53) % 180)
    return `<rect x="${45 + bar * 48}" y="${520 - height}" width="26" height="${height}" rx="4" fill="#fff" opacity="${0.35 + bar * 0.06}"/>`
  })
  const words = title.split(' ').map((word, line) => `<text x="45" y="${110 + line * 52}" font-size="44" font-weight="700">${word}</text>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="510" height="636"><rect width="510" height="636" fill="${hue}"/>${bars.join('')}
    <g fill="#fff" font-family="sans-serif">${words.join('')}<text x="45" y="590" font-size="24">Lapangan</text></g></svg>`
}

/** One picture per title; posts of the same title share it. */
export async function drawPictures(files: FileStore): Promise<StoredFile[]> {
  const pictures = titles.map(async (title, at) => {
    const image = await sharp(Buffer.from(drawing(title, hues[at % hues.length] ?? '#1d4ed8', at)))
      .webp({ quality: 80 })
      .toBuffer()
    return files.store(await files.inspect(image, `${title.toLowerCase().replaceAll(' ', '-')}.webp`))
  })
  return Promise.all(pictures)
}

/** 30 posts: running, planned, over and hidden. */
export function demoForYou(random: Random, clock: Clock, pictures: readonly StoredFile[], authors: readonly string[]) {
  return Array.from({ length: 30 }, (_, at) => {
    const planned = at % 6 === 4
    const over = at % 6 === 5
    const start = clock.today + (planned ? 5 + random.upTo(20) : over ? -60 - random.upTo(20) : -random.upTo(20)) * day
    const endless = !over && random.chance(40)
    const linked = random.chance(60)
    const button = random.chance(50)
    return {
      id: at + 1,
      ...recordColumns(random, clock, 90, authors),
      title: `${titles[at % titles.length] ?? ''}${at < titles.length ? '' : ` #${Math.floor(at / titles.length) + 1}`}`,
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
      reference_type: linked ? 'url' : 'none',
      reference_url: linked ? 'https://lapangan.test/promo' : null,
      sequence: at + 1,
      is_show: at % 8 !== 7,
    }
  })
}
