import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ImgHTMLAttributes, isValidElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { setLocale } from '#console/i18n/i18n.ts'
import { Picture } from './picture.tsx'

// State is kept across calls of the component as a function, and stores are read as they are.
let kept: unknown = null
const keep = (value: unknown) => {
  kept = value
}
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useState: () => [kept, keep],
  useSyncExternalStore: <T>(_subscribe: unknown, read: () => T) => read(),
}))

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
})
afterAll(() => vi.unstubAllGlobals())

const draw = (src: string | null, compact = false): ReactNode => Picture({ src, alt: 'Nota', width: 96, compact })

it('only Picture draws pictures, so each uses the image loader and shows its failure', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const drawing = files.filter((name) => /<img\b/.test(readFileSync(join('src', name), 'utf8')))
  // A file that is on the device has no loader, and says itself that it cannot be shown.
  expect(drawing).toEqual([join('kit', 'files', 'file-window.tsx'), join('kit', 'parts', 'picture.tsx')])
})

it("Picture shows 'image not available' without a URL, and after a failure", () => {
  expect(renderToStaticMarkup(draw(null))).toContain('>image not available<')
  const shown = draw('/files/a/a.png')
  if (!isValidElement<ImgHTMLAttributes<HTMLImageElement>>(shown)) throw new Error('nothing is drawn')
  expect([shown.type, shown.props.src]).toEqual(['img', '/files/a/a.png'])
  Reflect.apply(shown.props.onError ?? (() => undefined), null, [])
  expect(renderToStaticMarkup(draw('/files/a/a.png'))).toContain('>image not available<')
  expect(renderToStaticMarkup(draw('/files/a/a.png', true))).toMatch(/title="image not available".*sr-only.*>image not available</)
  // Other pictures are still tried.
  expect(renderToStaticMarkup(draw('/files/b/b.png'))).toContain('<img')
})
