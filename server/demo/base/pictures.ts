/** Generated pictures in one style: a hue with a title and what it is about, or with a person. */
import sharp from 'sharp'
import type { StoredFile } from '#contract/kit/field/field.ts'
import type { Db } from '#server/db/database.ts'
import type { FileStore } from '#server/platform/files/files.ts'
import { drawMotif } from './motifs.ts'
import { womenNames } from './vocabulary.ts'

const hues = ['#1d4ed8', '#0f766e', '#b45309', '#7c2d92', '#be123c', '#334155']

interface Drawing {
  words: string
  width: number
  height: number
  /** Index of hue and drawing. */
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
  const box = wide ? height * 0.56 : Math.min(width * 0.6, height * 0.46)
  const motif = drawMotif(words, at, {
    x: wide ? width - edge - box : (width - box) / 2,
    y: wide ? (height - box) / 2 : height - 2.2 * edge - box,
    size: box,
  })
  const lines = linesOf(words, wide ? 16 : 14).map(
    (line, row) => `<text x="${edge}" y="${edge + size * (1 + row * 1.2)}" font-size="${size}" font-weight="700">${escaped(line)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${hues[at % hues.length]}"/>
    <g fill="#fff" font-family="sans-serif">${motif}${lines.join('')}<text x="${edge}" y="${height - edge}" font-size="${size * 0.55}">Lapangan</text></g></svg>`
}

const skins = ['#f1c9a5', '#d9a47a', '#b97f57', '#e6b58f']
const hairs = ['#1f2937', '#3b2a20', '#52525b']
const scarves = ['#0f766e', '#9d174d', '#4338ca', '#a16207']

/** Head and shoulders: women wear a scarf or long hair. */
function portrait(name: string, at: number): string {
  const [skin, hair, scarf] = [skins[at % skins.length], hairs[at % hairs.length], scarves[at % scarves.length]]
  const isWoman = womenNames.test(name)
  const wearsScarf = isWoman && at % 2 === 0
  const cover = wearsScarf ? scarf : hair
  const behind = isWoman ? `<path d="M124 310V208a76 78 0 0 1 152 0v102z" fill="${cover}"/>` : ''
  const body = `<path d="M60 400c4-76 62-104 140-104s136 28 140 104z" fill="${wearsScarf ? scarf : at % 2 ? '#f8fafc' : '#cbd5e1'}"/>`
  const face = `<path d="M178 250h44v44a22 22 0 0 1-44 0z" fill="${skin}"/><ellipse cx="200" cy="210" rx="50" ry="58" fill="${skin}"/>`
  const look = '<g fill="#1f2937"><circle cx="182" cy="210" r="5"/><circle cx="218" cy="210" r="5"/></g>'
  const smile = '<path d="M182 234q18 16 36 0" fill="none" stroke="#9f3a38" stroke-width="5" stroke-linecap="round"/>'
  const fringe = `<path d="M146 206a54 62 0 0 1 108 0c-40-4-66-14-82-30-4 14-12 24-26 30z" fill="${cover}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400"><rect width="400" height="400" fill="${hues[(at * 5) % hues.length]}"/>
    <circle cx="200" cy="210" r="150" fill="#fff" opacity="0.12"/>${behind}${body}${face}${fringe}${look}${smile}</svg>`
}

/** Draws and stores a portrait per person, within a transaction. */
export const drawPortraits = (files: FileStore, db: Db, names: readonly string[]): Promise<StoredFile[]> =>
  storePictures(files, db, names, (at) => portrait(names[at] ?? '', at))

/** Draws and stores a picture per title, within a transaction. */
export const drawPictures = (files: FileStore, db: Db, titles: readonly string[], width: number, height: number): Promise<StoredFile[]> =>
  storePictures(files, db, titles, (at) => drawing({ words: titles[at] ?? '', width, height, at }))

function storePictures(files: FileStore, db: Db, titles: readonly string[], draw: (at: number) => string): Promise<StoredFile[]> {
  const pictures = titles.map(async (words, at) => {
    const image = await sharp(Buffer.from(draw(at)))
      .webp({ quality: 80, effort: 0 })
      .toBuffer()
    const name = words.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    return files.store(await files.inspect(image, `${name}.webp`), db)
  })
  return Promise.all(pictures)
}
