/**
 * What must hold of rooms once every question is answered, told from the lives alone: who wrote what, and which ids the items of one person
 * connect. It knows nothing of the server's cases.
 */
import type { Item } from './history.ts'

export interface StoredText {
  /** The text's id, which is its words. */
  text: string
  number: 0 | 1
  room: number
}

/** The id that stands for all that are connected with it. */
function representative(links: ReadonlyMap<string, string>, id: string): string {
  let at = id
  for (let next = links.get(at); next !== undefined && next !== at; next = links.get(at)) at = next
  return at
}

/** Groups of texts that items of one person at one number connect by ids. */
function groupsOf(items: readonly Item[]): Map<string, string> {
  const links = new Map<string, string>()
  const idsOf = ({ person, number, names }: Item) => names.map((name) => `${person} ${number} ${name}`)
  for (const item of items) {
    const [first, ...others] = idsOf(item)
    for (const other of others) if (first) links.set(representative(links, other), representative(links, first))
  }
  return new Map(items.flatMap((item) => (item.kind === 'text' ? [[item.id, representative(links, idsOf(item)[0] ?? '')] as const] : [])))
}

function byRoom(stored: readonly StoredText[]): Map<number, StoredText[]> {
  const rooms = new Map<number, StoredText[]>()
  for (const one of stored) rooms.set(one.room, [...(rooms.get(one.room) ?? []), one])
  return rooms
}

/** Returns what is wrong: texts that are lost or doubled, persons in one room, one person in two. */
export function findProblems(items: readonly Item[], stored: readonly StoredText[]): string[] {
  const problems: string[] = []
  const persons = new Map(items.map(({ id, person }) => [id, person]))
  const counts = new Map<string, number>()
  for (const { text } of stored) counts.set(text, (counts.get(text) ?? 0) + 1)
  for (const { id } of new Map(items.filter(({ kind }) => kind === 'text').map((item) => [item.id, item])).values())
    if (counts.get(id) !== 1) problems.push(`${id} is there ${counts.get(id) ?? 0} times`)
  const rooms = byRoom(stored)
  for (const [room, list] of rooms) {
    const there = new Set(list.map(({ text }) => persons.get(text)))
    if (there.size > 1) problems.push(`room ${room} has persons ${[...there].join(', ')}`)
  }
  const groups = groupsOf(items)
  const roomsOfGroup = new Map<string, Set<number>>()
  for (const { text, room } of stored) {
    const group = groups.get(text) ?? ''
    roomsOfGroup.set(group, (roomsOfGroup.get(group) ?? new Set()).add(room))
  }
  for (const [group, own] of roomsOfGroup) if (own.size > 1) problems.push(`${group} is in rooms ${[...own].join(', ')}`)
  return problems
}

/** Which texts are together, without the rooms' ids. */
export const partition = (stored: readonly StoredText[]): string =>
  [...byRoom(stored).values()]
    .map((list) =>
      list
        .map(({ text }) => text)
        .sort()
        .join(' '),
    )
    .sort()
    .join('\n')
