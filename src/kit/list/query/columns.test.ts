import { expect, it } from 'vitest'
import { bank } from '#contract/sections/settings/bank.ts'
import { completeColumns, makeColumn } from './columns.ts'

it("completeColumns keeps the section's order and adds columns that a screen omits", () => {
  const columns = completeColumns(bank, [makeColumn(bank, 'is_active'), makeColumn(bank, 'bank_name', { link: true })])
  expect(columns.map((column) => column.name)).toEqual(bank.list.columns.map((name) => name.replace('-', '')))
  expect(columns[0]).toMatchObject({ name: 'bank_name', link: true, hidden: false, sortable: true })
  expect(columns.find((column) => column.name === 'updated_at')?.hidden).toBe(true)
})
