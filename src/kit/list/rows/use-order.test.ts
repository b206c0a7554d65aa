import { expect, it, vi } from 'vitest'
import { number, text } from '#contract/kit/field/field.ts'
import { parseSort } from '#contract/kit/field/list-query.ts'
import { section } from '#contract/kit/section/section.ts'
import { draw } from '#tests/support/test-hooks.ts'
import type { ListRow } from '../query/row-tools.ts'
import { useOrder } from './use-order.ts'

const { swap } = vi.hoisted(() => ({ swap: vi.fn<(...all: unknown[]) => Promise<void>>() }))
vi.mock('../../actions/actions.ts', () => ({ swap }))
vi.mock('react', async (original) => ({ ...(await original<object>()), ...(await import('#tests/support/test-hooks.ts')).testReact }))

const topic = section('topic', {
  path: '/topic',
  permission: 'content',
  title: 'name',
  fields: { name: text(), model: text(), sequence: number({ readOnly: true }) },
  list: { columns: ['name'], search: [], filters: [], sort: 'sequence asc' },
  order: { field: 'sequence', path: '/swap-sequence', within: 'model' },
})

const rowOf = (name: string): ListRow => ({
  mark: null,
  row: {
    ...{ id: 1, ref: name, version: 1, created_at: '', created_by: null, updated_at: '', updated_by: null },
    ...{ name, model: name.charAt(0) },
  },
})
const rows = ['a1', 'a2', 'b1', 'a3', 'b2'].map(rowOf)

/** Renders the list with its actions. */
function open(allowed = true, sort = 'sequence asc') {
  swap.mockReset().mockResolvedValue()
  const call = () => useOrder(topic, parseSort(sort), rows, allowed)
  draw(call, true)
  const row = (name: string) => rows.find((one) => one.row.ref === name)?.row ?? rowOf('').row
  return {
    shown: () => draw(call).rows.map((one) => one.row.ref),
    group: (name: string) =>
      draw(call)
        .group(row(name))
        .map(({ ref }) => ref),
    drop: (from: string, to: string) => draw(call).move?.(row(from), row(to)),
    mayMove: () => draw(call).move !== null,
  }
}
const sent = () => vi.waitFor(() => expect(swap).toHaveBeenCalledOnce()).then(() => swap.mock.lastCall?.slice(1))

it('a moved row is shown in its new place at once, and its target is sent', async () => {
  const list = open()
  list.drop('a1', 'a2')
  expect(list.shown()).toEqual(['a2', 'a1', 'b1', 'a3', 'b2'])
  expect(await sent()).toMatchObject([{ ref: 'a1' }, { ref: 'a2' }])
})

it('a row dropped among another group moves to the edge of its own', async () => {
  const list = open()
  list.drop('a1', 'b2')
  expect(list.shown()).toEqual(['a2', 'b1', 'a3', 'a1', 'b2'])
  expect(await sent()).toMatchObject([{ ref: 'a1' }, { ref: 'a3' }])
})

it('a row that passed none of its group stays', () => {
  const list = open()
  list.drop('b1', 'a2')
  expect(list.shown()).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
  expect(swap).not.toHaveBeenCalled()
})

it('the buttons of a row move it within its group only', () => {
  const list = open()
  expect(list.group('a2')).toEqual(['a1', 'a2', 'a3'])
  expect(list.group('b2')).toEqual(['b1', 'b2'])
})

it('a row whose move could not be stored returns', async () => {
  const list = open()
  swap.mockRejectedValueOnce(new Error('not kept'))
  list.drop('a1', 'a2')
  await vi.waitFor(() => expect(list.shown()).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']))
})

it('no row moves without the permission, or in another sort order', () => {
  expect(open().mayMove()).toBe(true)
  expect(open(false).mayMove()).toBe(false)
  expect(open(true, 'name asc').mayMove()).toBe(false)
})
