/** What people decide of who customers are (docs/product/identity.md#another-account): through the outbox, as all changes of chats. */
import { type AccountAnswer, decideAccount, joinRooms, partRooms } from '#contract/chat/who.ts'
import { useStore } from '../base/store.ts'
import type { OutboxRow } from '../outbox/row/types.ts'
import { outboxStore } from '../query/outbox-store.ts'
import { submit } from '../writes/submit.ts'
import type { ShownMessage } from './fold.ts'
import { roomsStore } from './memory.ts'
import { nameOf } from './room-name.ts'
import { allRows, type Room } from './rooms.ts'

const labelOf = (ref: string): string => {
  const room = roomsStore.get().rooms.get(ref)
  return room ? nameOf(room) : ''
}

/** Waits for earlier answers to the same question alone: a refused one holds up no message. */
export async function answerAccount({ ref, room }: ShownMessage, answer: AccountAnswer): Promise<void> {
  await submit({ call: decideAccount, params: { room, id: ref }, touches: [ref], patch: { answer }, label: labelOf(room) })
}

export async function joinChats(one: Room, other: Room): Promise<void> {
  await submit({ call: joinRooms, touches: [one.ref, other.ref], patch: { ids: [one.ref, other.ref] }, label: nameOf(one) })
}

/** `join`: by the id of the list of joins. */
export async function partChats(room: Room, join: number): Promise<void> {
  await submit({ call: partRooms, touches: [room.ref], patch: { ids: [room.ref], join }, label: nameOf(room) })
}

const calls: readonly string[] = [decideAccount.name, joinRooms.name, partRooms.name]

/** The last decision about a note or a room that is not in what the server showed yet. */
export function useDecision(ref: string): OutboxRow | undefined {
  return useStore(outboxStore, (outbox) => allRows(outbox).findLast((row) => calls.includes(row.call) && row.touches.includes(ref)))
}
