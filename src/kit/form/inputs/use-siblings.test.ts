import { beforeEach, expect, it, vi } from 'vitest'
import { connectionStore } from '#console/data/api/connection.ts'
import { optionsOptions } from '#console/data/query/option-queries.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { reference } from '#contract/kit/field/field.ts'
import { parseFilters } from '#contract/kit/field/list-query.ts'
import { json, openBrowser } from '#tests/support/test-browser.ts'
import { draw } from '#tests/support/test-hooks.ts'
import { useFitting, useSiblings } from './use-siblings.ts'

let beside: Record<string, unknown> = {}
vi.mock('react', async (original) => ({ ...(await original<object>()), ...(await import('#tests/support/test-hooks.ts')).testReact }))
vi.mock('react-hook-form', () => ({
  useFormContext: () => ({ control: null }),
  useWatch: ({ name }: { name: string[] }) => name.map((one) => beside[one]),
}))

const browser = openBrowser()
const field = reference({ to: 'category', query: 'model:{model}' })
const input = {
  id: 'a',
  name: 'category_id',
  field,
  value: 7,
  onChange: () => {},
  onBlur: () => {},
  invalid: false,
  disabled: false,
  label: 'A',
}

/** Returns which chosen values remain after the sibling field became `model`. */
function change(model: string | undefined, chosen: readonly number[]) {
  const keep = vi.fn<(left: number[]) => void>()
  const values = { now: chosen }
  beside = { model: 'faq' }
  const call = () => useFitting(input, values.now, keep)
  draw(call, true)
  beside = { model }
  draw(call)
  return { keep, values, draw: () => draw(call) }
}
const asked = () => browser.requests.filter(({ url }) => url.includes('/category'))
const row = (id: number) => ({ id, ref: `ref-${id}`, name: `Category ${id}`, model: 'analysis' })
const page = (...ids: number[]) => json({ data: ids.map(row), total_record: ids.length, page: 1, size: 10 })

beforeEach(() => {
  queryClient.clear()
  browser.requests.length = 0
  connectionStore.set('online')
  browser.answer(() => page())
})

it('useFitting requests nothing while the sibling field is unchanged', () => {
  const { keep } = change('faq', [7])
  expect(keep).not.toHaveBeenCalled()
  expect(asked()).toEqual([])
})

it('useFitting clears a value that the server no longer offers for the new sibling', async () => {
  const { keep } = change('analysis', [7])
  await vi.waitFor(() => expect(keep).toHaveBeenCalledWith([]))
  expect(decodeURIComponent(asked()[0]?.url ?? '')).toMatch(/model:analysis.*id:7/)
})

it('useFitting keeps matching values of several', async () => {
  browser.answer(() => page(8))
  const { keep } = change('analysis', [7, 8])
  await vi.waitFor(() => expect(keep).toHaveBeenCalledWith([8]))
})

it('useFitting keeps a value chosen during the request', async () => {
  let answer: (response: Response) => void = () => undefined
  browser.answer(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const form = change('analysis', [7])
  await vi.waitFor(() => expect(asked()).toHaveLength(1))
  form.values.now = [9]
  form.draw()
  answer(page())
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await Promise.resolve()
  expect(form.keep).not.toHaveBeenCalled()
})

it('useFitting clears the value at once where the sibling is emptied, and useSiblings names the missing field', () => {
  const { keep } = change(undefined, [7])
  expect(keep).toHaveBeenCalledWith([])
  expect(draw(() => useSiblings('category_id', field), true)).toEqual({ to: 'category', filters: null, missing: 'model' })
})

it('useFitting uses cached results of the same query offline', async () => {
  connectionStore.set('offline')
  const { filters } = parseFilters('model:analysis')
  queryClient.setQueryData(optionsOptions('category', filters).queryKey, [{ id: 8, ref: 'ref-8', label: 'Category 8' }])
  const { keep } = change('analysis', [7, 8])
  await vi.waitFor(() => expect(keep).toHaveBeenCalledWith([8]))
  expect(asked()).toEqual([])
})
