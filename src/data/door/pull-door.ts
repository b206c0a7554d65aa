/** Pulls the participants of an event, and later what changed of them. */
import type { Call } from '#contract/kit/section/call.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import type { TicketKey } from '#contract/lib/ticket.ts'
import { event } from '#contract/sections/product/event.ts'
import { participant } from '#contract/sections/product/participant.ts'
import { request } from '../api/request.ts'
import type { DoorEvent, DoorList, DoorPerson } from './kept-door.ts'

interface DoorPage {
  event: DoorEvent
  people: readonly DoorPerson[]
  cursor: string
  more: boolean
  resync: boolean
  count: number
}

type Ask = <T>(call: Call<unknown>, options: { params?: Record<string, string>; query?: Record<string, unknown> }) => Promise<T>

/** One round: pages until there is no more. */
async function pullRound(id: string, known: DoorList | null, ask: Ask, now: number): Promise<{ list: DoorList; count: number }> {
  const asked = ask<{ keys: TicketKey[] }>(sectionCall(participant, 'ticketKeys'), {})
  // Where a page fails first, its error is thrown instead.
  asked.catch(() => undefined)
  const people = new Map(known?.people)
  for (let cursor = known?.cursor; ; ) {
    const page: DoorPage = await ask(sectionCall(event, 'door'), { params: { id }, query: cursor ? { cursor } : {} })
    if (page.resync) people.clear()
    for (const person of page.people) people.set(person.ref, person)
    cursor = page.cursor
    if (page.more) continue
    const { keys } = await asked
    return { list: { event: page.event, keys, people, cursor, at: now }, count: page.count }
  }
}

/** Returns the list as it is now. Throws what `request` throws. */
export async function pullDoor(id: string, known: DoorList | null, ask: Ask = request, now = Date.now()): Promise<DoorList> {
  const first = await pullRound(id, known, ask, now)
  if (first.list.people.size === first.count) return first.list
  // Somebody registered between page and count, or was deleted: then the list is pulled whole.
  const second = await pullRound(id, first.list, ask, now)
  return second.list.people.size === second.count ? second.list : (await pullRound(id, null, ask, now)).list
}
