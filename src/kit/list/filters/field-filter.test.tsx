// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it, vi } from 'vitest'
import { setLocale } from '#console/i18n/i18n.ts'
import { type Field, money, number, text } from '#contract/kit/field/field.ts'
import { fieldOf } from '#contract/kit/section/section.ts'
import { allSections } from '#tests/support/sections.ts'
import { FieldFilter } from './field-filter.tsx'

interface Props {
  field: Field
  first: readonly string[]
  onValues: (values: readonly string[]) => void
}

function List({ field, first, onValues }: Props) {
  const [values, setValues] = useState(first)
  const take = (next: readonly string[]) => {
    onValues(next)
    setValues(next)
  }
  return <FieldFilter name="budget" field={field} values={values} onValues={take} />
}

/** Draws a range filter and returns its inputs and the last filter. */
function open(first: readonly string[] = [], field: Field = money()) {
  const onValues = vi.fn<(values: readonly string[]) => void>()
  document.body.replaceChildren()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => root.render(<List field={field} first={first} onValues={onValues} />))
  const [from, to] = document.querySelectorAll('input')
  if (!from || !to) throw new Error('no boxes')
  const write = (box: HTMLInputElement, typed: string, next?: HTMLInputElement) =>
    act(() => {
      box.focus()
      box.value = typed
      if (next) next.focus()
      else box.blur()
    })
  return { from, to, write, last: () => onValues.mock.lastCall?.[0] ?? null }
}

/** Returns the list's filter after a box was left with this text; null where it did not change. */
function leave(side: 'from' | 'to', typed: string, first: readonly string[] = [], field: Field = money()) {
  const range = open(first, field)
  range.write(range[side], typed)
  return { values: range.last(), shown: range[side].value }
}

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
})

it('a range filters numbers from, to or between, in Indonesian notation', () => {
  expect(leave('from', '20.000.000').values).toEqual(['20000000..'])
  expect(leave('to', 'Rp 5.000').values).toEqual(['..5000'])
  expect(leave('to', '40000000', ['20000000..']).values).toEqual(['20000000..40000000'])
  expect(leave('to', '12,5', [], number()).values).toEqual(['..12.5'])
})

it('a range accepts its ends in either order', () => {
  expect(leave('to', '1.000', ['20000000..']).values).toEqual(['1000..20000000'])
})

it('text that is no number clears the box and its filter', () => {
  expect(leave('from', 'abc')).toEqual({ values: null, shown: '' })
  expect(leave('from', 'abc', ['20000000..'])).toEqual({ values: [], shown: '' })
  expect(leave('to', '', ['1000..5000']).values).toEqual(['1000..'])
})

it('a box left unchanged changes no filter', () => {
  expect(leave('from', '20.000.000', ['20000000..']).values).toBeNull()
})

it('a box shows a number in a form that it can parse', () => {
  expect(leave('to', '20000000')).toEqual({ values: ['..20000000'], shown: '20,000,000' })
  expect(leave('to', '20000000', ['..20000000'])).toEqual({ values: null, shown: '20,000,000' })
  expect(leave('to', '1.125', [], number())).toEqual({ values: ['..1.125'], shown: '1.125' })
  expect(leave('to', '1.125', ['..1.125'], number())).toEqual({ values: null, shown: '1.125' })
})

it('swapped ends keep the focus, and typing replaces the new text', () => {
  const { from, to, write, last } = open(['..1000'])
  write(from, '5000', to)
  expect(last()).toEqual(['1000..5000'])
  expect(document.activeElement).toBe(to)
  expect([from.value, to.value, to.selectionStart, to.selectionEnd]).toEqual(['1,000', '5,000', 0, 5])
})

it("a range has its field's name", () => {
  const field = { ...text(), of: 'campaign.utm_source' }
  const drawn = renderToStaticMarkup(<FieldFilter name="utm_source" field={field} values={[]} onValues={() => undefined} />)
  expect(drawn).toContain('aria-label="Utm source"')
})

it('every filter by who has a record offers nobody', () => {
  const filters = allSections.flatMap((section) =>
    section.list.filters.flatMap((name) => {
      const field = fieldOf(section, name)
      return field?.kind === 'reference' && field.to?.startsWith('user') ? [{ section: section.name, name, field }] : []
    }),
  )
  document.body.replaceChildren()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        {filters.map(({ section, name, field }) => (
          <div key={`${section}.${name}`} id={`${section}.${name}`}>
            <FieldFilter name={name} field={field} values={[]} onValues={() => undefined} />
          </div>
        ))}
      </QueryClientProvider>,
    ),
  )
  const without = [...document.querySelectorAll('div[id]')].filter(({ textContent }) => !textContent.includes('Unassigned'))
  expect(filters.map(({ section }) => section)).toEqual(expect.arrayContaining(['transaction', 'leads', 'member']))
  expect(without.map(({ id }) => id)).toEqual([])
  act(() => root.unmount())
})

it('records that are still read have their place', () => {
  const field = allSections.flatMap(({ fields }) => Object.values(fields)).find(({ kind, to }) => kind === 'reference' && to === 'user')
  if (!field) throw new Error('no reference')
  document.body.replaceChildren()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <FieldFilter name="user" field={field} values={[]} onValues={() => undefined} />
      </QueryClientProvider>,
    ),
  )
  expect(document.querySelectorAll('.animate-breathe')).toHaveLength(1)
  act(() => root.unmount())
})
