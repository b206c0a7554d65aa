import { expect, it } from 'vitest'
import { filteredField } from '#contract/kit/section/filtered-field.ts'
import * as performance from '#contract/reports/performance.ts'
import * as questions from '#contract/reports/questions.ts'
import { allReports } from '#tests/support/contract-calls.ts'
import { allSections } from '#tests/support/sections.ts'
import { linkWords } from './filter-chips.tsx'

const drawn = [
  ...allReports,
  ...[performance, questions].flatMap((module) => Object.values(module).flatMap((each) => ('drill' in each ? [each] : []))),
]

it('every filter of a link of a report has words, in a list of the kit', () => {
  const filters = drawn.flatMap(({ name, drill }) =>
    Object.values(drill).flatMap((each) => {
      const section = allSections.find((one) => one.name === each?.section)
      // The inbox draws its own list.
      if (!each || !section || section.kind === 'inbox' || section.kind === 'chats') return []
      return Object.keys({ ...each.where, ...each.by }).flatMap((key) =>
        filteredField(section, key) ? [] : [`${name} ${section.name} ${key}`],
      )
    }),
  )
  expect(filters.length).toBeGreaterThan(10)
  expect(filters.filter((each) => !Object.hasOwn(linkWords, each.split(' ')[2] ?? ''))).toEqual([])
})
