import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import { demoSource, exampleRecord } from '#contract/examples.ts'
import { dateTime, type Field, image, money, object, rows, text, textarea } from '#contract/kit/field/field.ts'
import { isTextual } from '#contract/kit/field/kind.ts'
import { inHistory } from '#contract/kit/section/history.ts'
import { post } from '#contract/sections/content/post.ts'
import { allSections } from '#tests/support/sections.ts'
import { Change } from './change.tsx'

// Names come from the server; this stub uses the value itself.
vi.mock('../parts/reference-names.tsx', () => ({
  ReferenceNames: ({ source, values }: { source: string; values: readonly unknown[] }) =>
    values.map((value) => `${source} no. ${value}`).join(', '),
}))

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
  await loadMessages(['history', 'conflict', 'outbox', 'kit', 'forms'])
  await loadSectionWords(...allSections.map(({ name }) => name))
})
afterAll(() => vi.unstubAllGlobals())

const draw = (field: Field | undefined, from: unknown, to: unknown) =>
  renderToStaticMarkup(<Change field={field} from={inHistory(field, from)} to={inHistory(field, to)} />)
const words = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const unreadable = /\{|\[object|undefined|\d{4}-\d\d-\d\d|T\d\d:\d\d|\b(?:true|false|null)\b|[0-9a-f]{8}-[0-9a-f]{4}/

/** Texts are shown unchanged. */
const isOwnText = (field: Field): boolean => isTextual(field.kind) || ['tags', 'files'].includes(field.kind)

it.each(allSections.map((section) => [section.name, section] as const))('a change of any field of %s is shown in words', (_, section) => {
  const [before, after] = [exampleRecord(section, 3, demoSource), exampleRecord(section, 8, demoSource)]
  const wrong: string[] = []
  for (const [name, field] of Object.entries(section.fields)) {
    if (field.readOnly || isOwnText(field) || field.kind === 'secret') continue
    for (const [from, to] of [
      [before[name], after[name]],
      [null, after[name]],
      [before[name], null],
    ]) {
      const said = words(draw(field, from, to))
      if (unreadable.test(said)) wrong.push(`${name}: ${said}`)
    }
  }
  expect(wrong).toEqual([])
})

it('Change strikes the old value, and shows the new one beside it', () => {
  expect(draw(post.fields.status, 'draft', 'publish')).toMatch(/line-through[^>]*>.*Draft.*<svg.*Publish/)
  expect(words(draw(money(), 100_000, 250_000))).toMatch(/^Rp\s100.000 Rp\s250.000$/)
  expect(words(draw(dateTime(), '2026-03-01T02:00:00.000Z', '2026-03-02T02:00:00.000Z'))).toBe('1 Mar 2026, 09:00 2 Mar 2026, 09:00')
  expect(
    words(
      draw(
        image({ maxWidth: 10, maxHeight: 10 }),
        { url: '/files/a/lama.png', name: 'lama.png' },
        { url: '/files/b/baru.png', name: 'baru.png' },
      ),
    ),
  ).toBe('lama.png baru.png')
  expect(words(draw(object({ name: text(), total: money() }), { name: 'Rina', total: 5_000 }, { name: 'Rini', total: 5_000 }))).toMatch(
    /Rina.*Rp\s5.000.*Rini.*Rp\s5.000/,
  )
})

it('Change marks changed words only in a long text', () => {
  const long = 'Saham ini naik karena laporan kuartal kedua lebih baik dari yang diperkirakan oleh banyak orang di pasar.'
  const marked = draw(textarea(), long, long.replace('naik', 'turun'))
  expect(marked).toMatch(/<del[^>]*>naik<\/del>.*<ins[^>]*>turun<\/ins>/)
  const short = draw(text(), 'Laporan kuartal satu', 'Laporan kuartal dua')
  expect(short).not.toMatch(/<del|<ins/)
  expect(short).toMatch(/line-through[^>]*>.*Laporan kuartal satu.*Laporan kuartal dua/)
})

it('Change keeps unchanged entries of a list', () => {
  const items = rows({ name: text(), price: money() })
  const [coffee, tea] = [
    { name: 'Kopi', price: 10_000 },
    { name: 'Teh', price: 5_000 },
  ]
  expect(draw(items, [coffee, tea], [coffee, { ...tea, price: 6_000 }])).toMatch(
    /<del.*Teh.*5.000.*<\/del>.*<li><span>.*Kopi.*<ins.*Teh.*6.000.*<\/ins>/,
  )
})
