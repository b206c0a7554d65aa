/**
 * Draws the icons of the browser tab and the installed app from one mark: `node scripts/icons.mjs`.
 * The results are kept in public/, so neither building nor installing needs this.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const out = new URL('../public/', import.meta.url)
const green = '#0b7a53'

/** The field: touchlines, halfway line, circle, and one corner already worked. On a canvas of 32. */
const field = (line, circle) => `
  <g fill="none" stroke="${line}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">
    <path d="M8 9.5h16v13H8zM16 9.5v13"/><circle cx="16" cy="16" r="2.75" fill="${circle}"/>
  </g>
  <path d="M8 9.5h4.5A4.5 4.5 0 0 1 8 14z" fill="${line}"/>`

const picture = (inside) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${inside}</svg>`

const rounded = picture(`<rect width="32" height="32" rx="8" fill="${green}"/>${field('#fff', green)}`)
/** Systems cut their own shape: the ground runs to the edge and the mark keeps to the middle 80 %. */
const full = picture(
  `<rect width="32" height="32" fill="${green}"/><g transform="translate(2.4 2.4) scale(.85)">${field('#fff', green)}</g>`,
)
/** The system gives the colour: only the shape counts, so the circle is cut out. */
const monochrome =
  picture(`<defs><mask id="hole"><rect width="32" height="32" fill="#fff"/><circle cx="16" cy="16" r="1.75" fill="#000"/></mask></defs>
  <g mask="url(#hole)" transform="translate(-3.2 -3.2) scale(1.2)">${field('#000', 'none')}</g>`)

const png = (svg, size) =>
  sharp(Buffer.from(svg), { density: 72 * (size / 32) * 2 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()

await mkdir(new URL('icons/', out), { recursive: true })
await Promise.all([
  writeFile(new URL('favicon.svg', out), rounded),
  ...[
    ['icons/icon-192.png', rounded, 192],
    ['icons/icon-512.png', rounded, 512],
    ['icons/maskable-512.png', full, 512],
    ['icons/monochrome-512.png', monochrome, 512],
    ['icons/badge-96.png', monochrome, 96],
    ['apple-touch-icon.png', full, 180],
  ].map(async ([name, svg, size]) => writeFile(new URL(name, out), await png(svg, size))),
])
