/**
 * Draws the demo's videos: `node scripts/demo-videos.mjs` (needs ffmpeg with libx264).
 * The results are kept in server/demo/data/videos, so neither building nor starting needs this.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const out = new URL('../server/demo/data/videos/', import.meta.url)
const [width, height, rate] = [640, 360, 5]

const escaped = (words) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const text = (x, y, size, content, extra = '') => `<text x="${x}" y="${y}" font-size="${size}" ${extra}>${escaped(content)}</text>`
const between = (value, from, to) => Math.min(1, Math.max(0, (value - from) / (to - from)))

function linesOf(words, max) {
  const lines = ['']
  for (const word of words.split(' ')) {
    if (`${lines.at(-1)} ${word}`.trim().length > max) lines.push(word)
    else lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim()
  }
  return lines
}

const frame = (hue, inside) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <rect width="${width}" height="${height}" fill="${hue}"/><g fill="#fff" font-family="sans-serif">${inside}${text(24, height - 18, 14, 'Lapangan', 'opacity="0.8"')}</g></svg>`

/** Prices of a chart: a walk that rises, equal in each run. */
const prices = Array.from({ length: 44 }, (_, day) => 170 - day * 2.1 + Math.sin(day / 2.6) * 24 + Math.sin(day * 1.7) * 7)
const xOf = (day) => 40 + day * 12.9
const polyline = (points) => (points.length > 1 ? `<path d="M${points.join(' L')}" fill="none" stroke="#fff" stroke-width="4"/>` : '')

const charts = {
  average(part) {
    const days = Math.max(2, Math.round(prices.length * between(part, 0, 0.6)))
    const means = prices.map((_, day) =>
      prices.slice(Math.max(0, day - 9), day + 1).reduce((sum, each, _at, all) => sum + each / all.length, 0),
    )
    const shown = Math.round(prices.length * between(part, 0.5, 1))
    const mean = means.slice(0, shown).map((y, day) => `${xOf(day)} ${y + 70}`)
    const line = prices.slice(0, days).map((y, day) => `${xOf(day)} ${y + 70}`)
    return polyline(line) + polyline(mean).replace('#fff"', '#fde68a" stroke-dasharray="9 6"')
  },
  candles(part) {
    const days = Math.round(22 * between(part, 0, 0.9))
    return Array.from({ length: days }, (_, at) => {
      const [open, close] = [prices[at * 2] + 70, prices[at * 2 + 1] + 62]
      const [top, tall] = [Math.min(open, close), Math.max(5, Math.abs(open - close))]
      const look = close < open ? 'opacity="1"' : 'opacity="0.45"'
      return `<g ${look}><rect x="${40 + at * 26}" y="${top}" width="15" height="${tall}" rx="2"/><rect x="${46 + at * 26}" y="${top - 11}" width="3" height="${tall + 22}"/></g>`
    }).join('')
  },
  risk(part) {
    const days = Math.max(2, Math.round(prices.length * between(part, 0, 0.8)))
    const line = prices.slice(0, days).map((y, day) => `${xOf(day)} ${y + 38}`)
    const level = (y, words, from) =>
      `<g opacity="${between(part, from, from + 0.08)}"><rect x="40" y="${y}" width="560" height="2" opacity="0.7"/>${text(44, y - 6, 14, words)}</g>`
    return level(118, 'Target', 0.15) + level(208, 'Area beli', 0.05) + level(268, 'Batas rugi', 0.25) + polyline(line)
  },
  strength(part) {
    const days = Math.max(2, Math.round(prices.length * between(part, 0, 0.9)))
    const line = prices.slice(0, days).map((y, day) => `${xOf(day)} ${y * 0.6 + 70}`)
    const rsi = prices.slice(0, days).map((_, day) => `${xOf(day)} ${255 - Math.sin(day / 2.6 + 1) * 22 - day * 0.3}`)
    return `<rect x="40" y="222" width="560" height="1" opacity="0.6"/>${text(44, 217, 12, 'RSI 70')}<rect x="40" y="282" width="560" height="1" opacity="0.6"/>${polyline(line)}${polyline(rsi).replace('#fff"', '#fde68a"')}`
  },
  steps(part) {
    return Array.from({ length: 8 }, (_, bar) => {
      const tall = (34 + bar * 19) * between(part, bar * 0.09, bar * 0.09 + 0.2)
      return `<rect x="${48 + bar * 68}" y="${288 - tall}" width="44" height="${tall}" rx="4" opacity="${0.4 + bar * 0.08}"/>`
    }).join('')
  },
}

/** A title, a chart that is drawn while points are named, and the points again. */
const lesson = (name, hue, chart, title, points) => ({
  name,
  seconds: 32,
  draw(part) {
    if (part < 0.12) {
      const shown = between(part, 0, 0.04)
      return frame(
        hue,
        linesOf(title, 22)
          .map((line, at) => text(40, 130 + at * 50, 40, line, `font-weight="700" opacity="${shown}"`))
          .join(''),
      )
    }
    if (part > 0.82) {
      const rows = points.map((point, at) => `<circle cx="52" cy="${124 + at * 56}" r="7"/>${text(74, 132 + at * 56, 24, point)}`)
      return frame(hue, text(40, 62, 30, 'Ringkasnya', 'font-weight="700"') + rows.join(''))
    }
    const run = between(part, 0.12, 0.82)
    const named = points[Math.min(points.length - 1, Math.floor(run * points.length))]
    const head = text(40, 42, 18, title, 'opacity="0.8"')
    return frame(
      hue,
      `${head}${charts[chart](run)}<rect x="0" y="304" width="640" height="56" fill="#000" opacity="0.35"/>${text(130, 338, 20, named)}`,
    )
  },
})

/** What a member says, word by word. */
const quote = (name, hue, words) => ({
  name,
  seconds: 12,
  draw(part) {
    const all = words.split(' ')
    const shown = Math.ceil(all.length * between(part, 0.05, 0.7))
    let left = shown
    const lines = linesOf(words, 30).map((line, at) => {
      const own = line.split(' ')
      const said = own.slice(0, Math.max(0, left)).join(' ')
      left -= own.length
      return text(56, 140 + at * 40, 27, said, 'font-weight="600"')
    })
    const stars = Array.from(
      { length: 5 },
      (_, at) =>
        `<path transform="translate(${60 + at * 34} 306) scale(1.1)" opacity="${between(part, 0.7 + at * 0.03, 0.73 + at * 0.03)}" d="M12 1l3.3 7 7.7.9-5.7 5.3 1.5 7.6L12 18l-6.8 3.8 1.5-7.6L1 8.9 8.7 8z" fill="#fde68a"/>`,
    )
    return frame(
      hue,
      `<text x="50" y="108" font-size="110" font-weight="700" opacity="0.35">“</text>${lines.join('')}<g transform="translate(0 -40)">${stars.join('')}</g>`,
    )
  },
})

const videos = [
  lesson('mulai-kelas', '#1d4ed8', 'steps', 'Mulai dari langkah yang benar', [
    'Kenali tujuan dan jangka waktunya',
    'Pisahkan dana darurat lebih dulu',
    'Belajar satu topik sampai tuntas',
  ]),
  lesson('membaca-candle', '#0f766e', 'candles', 'Membaca candle harian', [
    'Badan: jarak buka dan tutup',
    'Sumbu: harga yang ditolak',
    'Arti candle bergantung pada tempatnya',
  ]),
  lesson('menghitung-risiko', '#b45309', 'risk', 'Menghitung risiko sebelum membeli', [
    'Area beli ditentukan lebih dulu',
    'Target minimal dua kali risikonya',
    'Batas rugi tidak pernah diturunkan',
  ]),
  lesson('moving-average', '#7c2d92', 'average', 'Moving average sebagai batas', [
    'Harga bergerak, rata-rata mengikuti',
    'Di atas rata-rata: biarkan berjalan',
    'Ditutup di bawahnya: kurangi posisi',
  ]),
  lesson('jual-bertahap', '#be123c', 'risk', 'Menjual bertahap', [
    'Separuh di target pertama',
    'Batas sisanya naik ke harga beli',
    'Sisanya mengikuti tren',
  ]),
  lesson('membaca-rsi', '#334155', 'strength', 'RSI di atas 70', [
    'Jenuh beli bukan perintah menjual',
    'Tren naik: area 40 sampai 50',
    'Perhatikan divergensinya',
  ]),
  quote('testimoni-1', '#0f766e', 'Sejak ikut kelas, saya punya rencana sebelum membeli. Cuan atau rugi, saya tahu alasannya.'),
  quote('testimoni-2', '#7c2d92', 'Yang paling berguna buat saya adalah manajemen risiko. Portofolio tidak lagi merah dalam-dalam.'),
  quote('testimoni-3', '#1d4ed8', 'Dulu saya beli karena ramai di grup. Sekarang saya baca laporan keuangannya dulu.'),
  quote('testimoni-4', '#b45309', 'Awalnya ragu karena sering tertipu grup. Di sini kalau salah, diakui dan dijelaskan.'),
  quote('testimoni-5', '#be123c', 'Stop loss dulu terasa menyakitkan, sekarang terasa seperti sabuk pengaman.'),
]

async function encode({ name, seconds, draw }) {
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', String(rate), '-i', '-']
  const coding = ['-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'animation', '-crf', '30', '-g', '60', '-pix_fmt', 'yuv420p']
  const path = fileURLToPath(new URL(`${name}.mp4`, out))
  const options = [
    '-nostdin',
    '-loglevel',
    'error',
    '-y',
    ...input,
    ...coding,
    '-fflags',
    '+bitexact',
    '-map_metadata',
    '-1',
    '-movflags',
    '+faststart',
    path,
  ]
  const ffmpeg = spawn(process.env.FFMPEG_PATH ?? 'ffmpeg', options, { stdio: ['pipe', 'inherit', 'inherit'] })
  for (let at = 0; at < seconds * rate; at++) {
    const pixels = await sharp(Buffer.from(draw(at / (seconds * rate))))
      .removeAlpha()
      .raw()
      .toBuffer()
    if (!ffmpeg.stdin.write(pixels)) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  const [code] = await once(ffmpeg, 'exit')
  if (code !== 0) throw new Error(`${name}: ffmpeg ended with ${code}`)
}

await mkdir(out, { recursive: true })
for (const video of videos) await encode(video)
