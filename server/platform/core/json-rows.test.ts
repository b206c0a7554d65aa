import { expect, test } from 'vitest'
import { formOfRows } from './json-rows.ts'

const textOf = async (body: unknown) => {
  const { file } = formOfRows(body, 'file')
  return file instanceof File ? file.text() : ''
}

test('rows stand under the columns that they name, whatever each of them lacks', async () => {
  const rows = [{ a: 1, b: 'x, "y"' }, { c: true }, { b: null, a: 'z' }, {}]
  expect(await textOf({ rows, dry_run: true })).toBe('"a","b","c"\n"1","x, ""y"""\n,,"true"\n"z",""\n')
})

test('a few columns do not make many empty rows long', async () => {
  const wide = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`column ${at}`, 1]))
  const sizes = await Promise.all(
    [1_000, 2_000].map(async (count) => (await textOf([wide, ...Array.from({ length: count }, () => ({}))])).length),
  )
  expect((sizes[1] ?? 0) - (sizes[0] ?? 0)).toBe(1_000)
})
