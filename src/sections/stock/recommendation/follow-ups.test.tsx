import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import { FollowUps } from './follow-ups.tsx'

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children, params }: { children: string; params: { _splat: string } }) => <a href={params._splat}>{children}</a>,
}))
vi.mock('#console/kit/text/permissions.ts', () => ({ useMay: () => ({ create: true }) }))

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
  await loadSectionWords('recommendation')
})
afterAll(() => vi.unstubAllGlobals())

const drawn = (life: object) => renderToStaticMarkup(<FollowUps record={{ stock_code: 'BBCA', target_price: [{ price: 1100 }], life }} />)

it('a buy that is open offers what follows it', () => {
  const html = drawn({ state: 'entered', sell_id: null })
  for (const way of ['Sell', 'Move stop', 'Target reached']) expect(html).toContain(`>${way}</a>`)
})

it.each([
  ['2026-01-05T03:00:00Z', /A sale at Rp 1,050 was published on .*5 Jan 2026.* closes with that day’s prices/],
  ['2999-01-05T03:00:00Z', /A sale at Rp 1,050 is scheduled for .*5 Jan 2999/],
])('a buy with a sell of %s says so with a link, and offers nothing more', (sell_at, words) => {
  for (const state of ['waiting', 'entered']) {
    const html = drawn({ state, sell_id: 9, sell_at, sell_price: 1050 })
    expect(html).toMatch(words)
    expect(html.match(/<a [^>]*>[^<]*/g)).toEqual(['<a href="edit/9">Sell BBCA'])
    expect(html).not.toMatch(/Move stop|Target reached/)
  }
})
