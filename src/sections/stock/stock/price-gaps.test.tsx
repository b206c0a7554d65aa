import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import { PriceGaps } from './price-gaps.tsx'

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }))
afterAll(() => vi.unstubAllGlobals())

const day = { from: '2026-06-09', to: '2026-06-09', of_all: true }
const gaps = [day, { from: '2026-06-04', to: '2026-06-08', of_all: false }]

it.each([
  ['en', '9 Jun 2026: no prices of any stock', '4 Jun 2026 to 8 Jun 2026: no prices of this stock'],
  ['id', '9 Jun 2026: tidak ada harga saham apa pun', '4 Jun 2026 sampai 8 Jun 2026: tidak ada harga saham ini'],
] as const)('gaps are listed with dates in %s, those of every stock and of this one', async (locale, ofAll, own) => {
  await setLocale(locale)
  await loadSectionWords('stock')
  const drawn = renderToStaticMarkup(<PriceGaps gaps={gaps} />)
  expect(drawn).toContain(ofAll)
  expect(drawn).toContain(own)
})

it('many gaps show the newest and the number of earlier ones; none shows nothing', async () => {
  await setLocale('en')
  await loadSectionWords('stock')
  const many = Array.from({ length: 11 }, (_, at) => ({ ...day, from: `2026-05-${at + 10}`, to: `2026-05-${at + 10}` }))
  expect(renderToStaticMarkup(<PriceGaps gaps={many} />)).toContain('And 3 earlier ones')
  expect(renderToStaticMarkup(<PriceGaps gaps={[]} />)).toBe('')
})
