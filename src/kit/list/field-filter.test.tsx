import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it, vi } from 'vitest'
import { setLocale } from '#console/i18n/i18n.ts'
import { type Field, money, number, text } from '#contract/kit/field.ts'
import { FieldFilter } from './field-filter.tsx'

interface Box {
  defaultValue: string
  onBlur: (event: { currentTarget: { value: string } }) => void
}
const isBox = (props: object): props is Box => 'onBlur' in props && 'defaultValue' in props

interface Drawn {
  type: unknown
  props: Readonly<Record<string, unknown>>
}
const isDrawn = (value: unknown): value is Drawn => typeof value === 'object' && value !== null && 'type' in value && 'props' in value

function boxes(drawn: unknown): Box[] {
  if (Array.isArray(drawn)) return drawn.flatMap(boxes)
  if (!isDrawn(drawn)) return []
  if (typeof drawn.type === 'function') return boxes(drawn.type(drawn.props))
  return drawn.type === 'input' && isBox(drawn.props) ? [drawn.props] : boxes(drawn.props.children)
}

/** What the list is filtered by after somebody left a box with this text; null where that changed nothing. */
function leave(side: 'from' | 'to', typed: string, values: readonly string[] = [], field: Field = money()) {
  const onValues = vi.fn<(values: readonly string[]) => void>()
  const found = boxes(FieldFilter({ name: 'budget', field, values, onValues }))
  const box = { value: typed }
  found[side === 'from' ? 0 : 1]?.onBlur({ currentTarget: box })
  return { values: onValues.mock.lastCall?.[0] ?? null, shown: box.value }
}

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
  return () => vi.unstubAllGlobals()
})

it('filters numbers from, to or between, as people here write them', () => {
  expect(leave('from', '20.000.000').values).toEqual(['20000000..'])
  expect(leave('to', 'Rp 5.000').values).toEqual(['..5000'])
  expect(leave('to', '40000000', ['20000000..']).values).toEqual(['20000000..40000000'])
  expect(leave('to', '12,5', [], number()).values).toEqual(['..12.5'])
})

it('takes the ends of a range in whichever order they are given', () => {
  expect(leave('to', '1.000', ['20000000..']).values).toEqual(['1000..20000000'])
})

it('takes away what is no number, and what filtered before with it', () => {
  expect(leave('from', 'abc')).toEqual({ values: null, shown: '' })
  expect(leave('from', 'abc', ['20000000..'])).toEqual({ values: [], shown: '' })
  expect(leave('to', '', ['1000..5000']).values).toEqual(['1000..'])
})

it('changes nothing where a box is left as it was', () => {
  expect(leave('from', '20.000.000', ['20000000..']).values).toBeNull()
})

it('is called as its field is', () => {
  const field = { ...text(), of: 'campaign.utm_source' }
  const drawn = renderToStaticMarkup(<FieldFilter name="utm_source" field={field} values={[]} onValues={() => undefined} />)
  expect(drawn).toContain('aria-label="Utm source"')
})
