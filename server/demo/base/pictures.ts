/** Generated pictures in one style: a hue, rising bars, and a title. */
import sharp from 'sharp'
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { Db } from '#server/db/database.ts'
import type { FileStore } from '#server/platform/files/files.ts'

const hues = ['#1d4ed8', '#0f766e', '#b45309', '#7c2d92', '#be123c', '#334155']

interface Drawing {
  words: string
  width: number
  height: number
  /** Index of hue and bars. */
  at: number
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Wraps words to the width; tall pictures have one word per line. */
function linesOf(words: string, max: number): string[] {
  const lines: string[] = []
  for (const word of words.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length && longer.length <= max) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function drawing({ words, width, height, at }: Drawing): string {
  const wide = width > height
  const size = wide ? height / 9 : width / 11.6
  const edge = size
  const [from, room] = wide ? [width * 0.56, width * 0.38] : [edge, width - 2 * edge]
  const floor = wide ? height - edge : height * 0.82
  const step = room / 9
  const bars = Array.from({ length: 9 }, (_, bar) => {
    const tall = (0.1 + (((bar * 37 + at * 53) % 100) / 100) * 0.3) * height
    return `<rect x="${from + bar * step}" y="${floor - tall}" width="${step * 0.55}" height="${tall}" rx="${size / 11}" opacity="${0.35 + bar * 0.06}"/>`
  })
  const lines = linesOf(words, wide ? 20 : 14).map(
    (line, row) => `<text x="${edge}" y="${edge + size * (1 + row * 1.2)}" font-size="${size}" font-weight="700">${escaped(line)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${hues[at % hues.length]}"/>
    <g fill="#fff" font-family="sans-serif">${bars.join('')}${lines.join('')}<text x="${edge}" y="${height - edge}" font-size="${size * 0.55}">Lapangan</text></g></svg>`
}

/** Draws and stores a picture per title, within a transaction. */
export function drawPictures(files: FileStore, db: Db, titles: readonly string[], width: number, height: number): Promise<StoredFile[]> {
  const pictures = titles.map(async (words, at) => {
    const image = await sharp(Buffer.from(drawing({ words, width, height, at })))
      .webp({ quality: 80, effort: 1 })
      .toBuffer()
    const name = words.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    return files.store(await files.inspect(image, `${name}.webp`), db)
  })
  return Promise.all(pictures)
}
