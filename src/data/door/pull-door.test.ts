import { expect, it } from 'vitest'
import type { DoorPerson } from './kept-door.ts'
import { pullDoor } from './pull-door.ts'

const event = { id: 7, ref: 'party', title: 'Webinar', start_at: '', end_at: '' }
const person = (ref: string, values: Partial<DoorPerson> = {}): DoorPerson => ({
  ...{ ref, name: ref, phone: '628', state: 'registered', ticket: 1, admissions: [] },
  ...values,
})

interface Page {
  people: DoorPerson[]
  cursor: string
  count: number
  more?: boolean
  resync?: boolean
}

/** Answers pages in order; `asked` has the cursors that came. */
function serverOf(pages: readonly Page[]) {
  const asked: unknown[] = []
  const left = [...pages]
  const answer = (path: string, cursor: unknown): unknown => {
    if (path.endsWith('/ticket_keys')) return { keys: [{ key: 'aa', former: false }] }
    asked.push(cursor)
    return { event, more: false, resync: false, ...left.shift() }
  }
  // Bodies are as the contract says, which the server's own tests prove.
  const ask = async <T>({ path }: { path: string }, options: { query?: Record<string, unknown> }): Promise<T> =>
    JSON.parse(JSON.stringify(answer(path, options.query?.cursor)))
  return { ask, asked }
}

const refs = (people: ReadonlyMap<string, unknown>) => [...people.keys()]

it('pullDoor joins the pages of a crowd, and later what changed', async () => {
  const first = serverOf([
    { people: [person('a'), person('b')], cursor: '1', count: 3, more: true, resync: true },
    { people: [person('c')], cursor: '2', count: 3 },
  ])
  const list = await pullDoor('7', null, first.ask, 5)
  expect(list).toMatchObject({ event, keys: [{ key: 'aa', former: false }], cursor: '2', at: 5 })
  expect([refs(list.people), first.asked]).toEqual([
    ['a', 'b', 'c'],
    [undefined, '1'],
  ])
  const later = serverOf([{ people: [person('b', { state: 'cancelled' })], cursor: '3', count: 3 }])
  const next = await pullDoor('7', list, later.ask)
  expect(next.people.get('b')?.state).toBe('cancelled')
  expect(later.asked).toEqual(['2'])
  expect(list.people.get('b')?.state).toBe('registered')
})

it('pullDoor drops who was deleted: the count says that the list has too many', async () => {
  const first = serverOf([{ people: [person('a'), person('b')], cursor: '1', count: 2, resync: true }])
  const list = await pullDoor('7', null, first.ask)
  const later = serverOf([
    { people: [], cursor: '2', count: 1 },
    { people: [], cursor: '3', count: 1 },
    { people: [person('b')], cursor: '4', count: 1, resync: true },
  ])
  expect(refs((await pullDoor('7', list, later.ask)).people)).toEqual(['b'])
})

it('pullDoor begins anew where the server no longer knows the cursor', async () => {
  const first = serverOf([{ people: [person('a')], cursor: '1', count: 1, resync: true }])
  const list = await pullDoor('7', null, first.ask)
  const restored = serverOf([{ people: [person('b')], cursor: '2', count: 1, resync: true }])
  expect(refs((await pullDoor('7', list, restored.ask)).people)).toEqual(['b'])
})
