import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8')

type Rgb = readonly [number, number, number]

/** OKLCH to linear sRGB. */
function linear(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clamp = (value: number) => Math.min(1, Math.max(0, value))
  return [
    clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function luminance(token: string, theme: 'light' | 'dark'): number {
  const pair = new RegExp(`--${token}: light-dark\\(oklch\\(([^)]*)\\), oklch\\(([^)]*)\\)\\)`).exec(css)
  const text = pair?.[theme === 'light' ? 1 : 2]
  if (!text) throw new Error(`no token ${token}`)
  const [lightness = 0, chroma = 0, hue = 0] = text.split(' ').map(Number)
  const [red, green, blue] = linear(lightness, chroma, hue)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const [a, b] = [luminance(one, theme), luminance(other, theme)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

const texts: readonly (readonly [string, readonly string[]])[] = [
  ['foreground', ['background', 'card', 'popover', 'sidebar', 'muted']],
  ['muted-foreground', ['background', 'card', 'popover', 'sidebar', 'muted']],
  ['primary-foreground', ['primary']],
  ['destructive-foreground', ['destructive']],
  ['primary-text', ['background', 'card', 'popover', 'primary-soft']],
  ['warning-text', ['warning-soft']],
  ['danger-text', ['danger-soft', 'card', 'background', 'popover']],
]

for (const theme of ['light', 'dark'] as const) {
  it.each(texts)(`${theme}: %s can be read on %j`, (text, grounds) => {
    for (const ground of grounds) expect(contrast(text, ground, theme), ground).toBeGreaterThanOrEqual(4.5)
  })

  it(`${theme}: the outline of a field and the focus ring stand out`, () => {
    for (const ground of ['background', 'card']) {
      expect(contrast('input', ground, theme), `input on ${ground}`).toBeGreaterThanOrEqual(3)
      expect(contrast('ring', ground, theme), `ring on ${ground}`).toBeGreaterThanOrEqual(3)
    }
  })
}

it('no page keeps its reader from zooming', () => {
  const folders = ['contract', 'public', 'server', 'src'].flatMap((folder) =>
    readdirSync(folder, { encoding: 'utf8', recursive: true }).map((path) => join(folder, path)),
  )
  const pages = ['index.html', ...folders.filter((path) => /\.(html|tsx?)$/.test(path) && !/\.test\./.test(path))].filter((path) =>
    readFileSync(path, 'utf8').includes('name="viewport"'),
  )
  expect(pages).toEqual(expect.arrayContaining(['index.html', 'server/content/page/send-page.ts']))
  expect(pages.filter((path) => /maximum-scale|user-scalable/.test(readFileSync(path, 'utf8')))).toEqual([])
})
