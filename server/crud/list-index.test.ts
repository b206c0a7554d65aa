import { getTableConfig } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { parseSort } from '#contract/kit/field/list-query.ts'
import { isSortable } from '#contract/kit/section/section.ts'
import { allSections } from '#tests/support/sections.ts'
import { servedShapes } from './query/shape.ts'

it('the first page of every list is found by an index, however many rows there are', async () => {
  // Registers all served sections.
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

it('a field that may be empty has an index for each direction, because empty values come last in both', async () => {
  await import('#server/areas.ts')
  const missing = servedShapes().flatMap(({ section, table, columns }) => {
    const indexes = getTableConfig(table)
      .indexes.filter(({ config }) => !config.where && !config.unique)
      .map(({ config }) => config.columns.map((column) => ('name' in column ? column : null)))
    const isEmptyLast = (parts: (typeof indexes)[number]) =>
      parts.some((column) => column?.indexConfig?.order === 'desc' && column.indexConfig.nulls === 'last')
    return Object.values(columns)
      .filter((column) => !column.notNull && !column.primary && isSortable(section, column.name))
      .filter((column) => section.fields[column.name]?.kind !== 'reference')
      .filter((column) => indexes.some((one) => one.length === 2 && one[0]?.name === column.name && one[1]?.name === 'id'))
      .filter((column) => !indexes.some((one) => one[0]?.name === column.name && isEmptyLast(one)))
      .map((column) => `${section.name}: no index has ${column.name} downwards with empty values last`)
  })
  expect(missing).toEqual([])
})
