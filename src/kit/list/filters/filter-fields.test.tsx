// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, it } from 'vitest'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import { fieldLabel } from '#console/kit/text/labels.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { fieldOf, type Section } from '#contract/kit/section/section.ts'
import { allSections } from '#tests/support/sections.ts'
import { FilterFields } from './filter-fields.tsx'

beforeAll(async () => {
  await setLocale('ar')
  await Promise.all([loadMessages(['filters', 'kit']), loadSectionWords(...allSections.map(({ name }) => name))])
})

/** What the choice of a date's field offers. */
function offered(section: Section): (string | null)[] {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const list = { ...section.list, filters: [] }
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <FilterFields section={{ ...section, list }} query={firstPage} onQuery={() => undefined} decided={new Set()} />
      </QueryClientProvider>,
    ),
  )
  const names = [...(document.querySelector('select')?.options ?? [])].map(({ textContent }) => textContent)
  act(() => root.unmount())
  return names
}

// The inbox has filters of its own.
const withDates = allSections.filter(({ kind, list }) => kind !== 'inbox' && list.dates.length > 1)

it.each(withDates.map((section) => [section.name, section] as const))('the dates of %s have the words of their section', (_, section) => {
  const { dates } = section.list
  const names = offered(section)
  expect(names).toEqual(dates.map((name) => fieldLabel(name, fieldOf(section, name))))
  expect(names.filter((name) => /[A-Za-z]/.test(name ?? ''))).toEqual([])
})
