import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { parseSort } from '#contract/kit/list-query.ts'
import { allSections } from '#tests/support/sections.ts'
import { servedShapes } from './shape.ts'

it('the first page of every list is found by an index, however many rows there are', async () => {
  // Whatever is served is known once this is read.
  await import('#server/areas.ts')
  const known = new Set(allSections.map(({ name }) => name))
  const shapes = servedShapes().filter(({ section }) => known.has(section.name))
  expect(shapes.length).toBeGreaterThan(15)
  const without = shapes.flatMap(({ section, table, columns }) => {
    const { field } = parseSort(section.list.sort) ?? { field: 'id' }
    const column = columns[field]
    if (!column || column.primary || column.isUnique) return []
    const first = getTableConfig(table).indexes.map(({ config }) => config.columns[0])
    const isFound = first.some((one) => one !== undefined && 'name' in one && one.name === column.name)
    return isFound ? [] : [`${section.name}: no index begins with ${field}, by which its list is sorted`]
  })
  expect(without).toEqual([])
})
