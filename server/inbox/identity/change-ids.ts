/** Somebody's number or user id changed: the room goes to the new ones (docs/product/identity.md#changes). */
import type { InboundChange } from '../inbound/inbound.ts'
import type { RoomNow } from '../inbound/inbound-rooms.ts'
import { type Identity, type IdentityBook, type IdentityKind, seenOf } from './book.ts'
import { addIdentity, comeBack, cut, type Event, end, isBefore, movePhone, onlyPhone, phonesOf, see, type World } from './room-ids.ts'

const personOf = ({ number, at, from }: InboundChange): Event => ({ number, at, from, proof: 'system', isAuthor: true, makesRoom: false })

/** Whether a room had an account while it had this phone. */
function hadAccount(book: IdentityBook, { room, since, until }: Identity): boolean {
  return book
    .of(room)
    .some(
      (row) => row.kind === 'bsuid' && (until === null || isBefore(row.since, until)) && (row.until === null || isBefore(since, row.until)),
    )
}

/** The identity that a change is of: by user id, else by phone, unless that is of another account. */
function changedIdentity(world: World, { number, before, at }: InboundChange): Identity | undefined {
  const { book } = world
  const byId = book.current(number, 'bsuid', before.bsuid) ?? book.former(number, 'bsuid', before.bsuid)
  if (byId || before.phone === null) return byId
  const phone = book.current(number, 'phone', before.phone)
  // A person who was first seen with the number after it changed is somebody else.
  const isOlder = phone && !isBefore(at, phone.since)
  const found = isOlder ? phone : (book.formerAt(number, 'phone', before.phone, at) ?? book.former(number, 'phone', before.phone))
  return found && before.bsuid !== null && hadAccount(book, found) ? undefined : found
}

/** News of an account that nobody knew, under a number that another one answers, is a question as its message would be (case 9). */
function cutByNews(world: World, { number, before, at }: InboundChange, event: Event): Identity | undefined {
  const phone = world.book.current(number, 'phone', before.phone)
  const theirs = phone && world.book.answering(phone)
  if (before.bsuid === null || !theirs || isBefore(at, seenOf(theirs))) return undefined
  return cut(world, world.roomOf(phone), theirs, before.bsuid, event)
}

/** Somebody is known by the new ids alone: what comes late of the former ones is theirs. Null if nobody here is meant. */
function addFormer(world: World, { number, before, from, at }: InboundChange, event: Event): RoomNow | null {
  const { book } = world
  const phone = book.current(number, 'phone', from.phone)
  const isTheirs = phone && (from.bsuid === null || !book.answering(phone))
  const now = book.current(number, 'bsuid', from.bsuid) ?? (isTheirs ? phone : undefined)
  if (!now) return null
  const room = world.roomOf(now)
  if (before.bsuid !== null) addIdentity(world, room, 'bsuid', before.bsuid, event, at)
  if (before.phone !== null && !book.current(number, 'phone', before.phone)) addIdentity(world, room, 'phone', before.phone, event, at)
  return room
}

/** Moves a room to its person's new ids (cases 5, 6, 11, 14). Returns the room; null if nobody here is meant. */
export async function changeIds(world: World, change: InboundChange): Promise<RoomNow | null> {
  const { book } = world
  const { number, before, from, at, isNumber } = change
  const event = personOf(change)
  let mine = changedIdentity(world, change)
  if (!mine) {
    const known = addFormer(world, change, event)
    if (known) return known
    mine = cutByNews(world, change, event)
    if (!mine) return null
  }
  let room = world.roomOf(mine)
  // The former account has a number of its own: the one that answers under the old one is somebody else.
  if (room.cut_place !== null && mine.kind === 'bsuid' && !mine.current && !mine.is_succeeded) await world.split(room, mine.value, at)
  const phones = phonesOf(world, room)
  const isBeside = phones.length > 1
  const replaced = phones.filter(({ value }) => !isBeside || value === before.phone)
  // A room of the former phone alone is of the same person, as in case 7.
  const phoneRow = book.current(number, 'phone', before.phone)
  if (phoneRow && phoneRow.room !== room.id && !book.answering(phoneRow) && !isBefore(at, phoneRow.since))
    room = await world.join(room, world.roomOf(phoneRow), at)
  const formerPhone = before.phone ?? replaced[0]?.value ?? null
  const isKnown = (kind: IdentityKind, value: string | null) => value === null || book.current(number, kind, value)?.room === room.id
  const isDone = isKnown('bsuid', from.bsuid) && isKnown('phone', from.phone)
  const isPast = (value: string | null) => book.of(room.id).some((row) => !row.current && row.value === value)
  if (!isPast(from.bsuid) && !isPast(from.phone)) comeBack(world, mine, at)
  let isLate = !mine.current && mine.is_succeeded
  if (from.bsuid !== null) {
    const other = book.current(number, 'bsuid', from.bsuid) ?? book.former(number, 'bsuid', from.bsuid)
    if (other && other.room !== room.id && (other.current || other.is_succeeded)) {
      const theirs = onlyPhone(world, world.roomOf(other))
      if (theirs) replaced.push(theirs)
      room = await world.join(room, world.roomOf(other), at)
      // A later change came first: the new id has a successor already.
      if (!other.current) {
        isLate = true
        if (mine.current) end(world, mine, at)
      }
    }
    const own = book.currentOf(room.id, 'bsuid')
    for (const row of book.of(room.id)) if (row.kind === 'bsuid' && row.current && row.value !== from.bsuid && !isLate) end(world, row, at)
    // Where a later id is known, this one came between.
    if (!book.current(number, 'bsuid', from.bsuid) && !isPast(from.bsuid))
      addIdentity(world, room, 'bsuid', from.bsuid, event, isLate && own ? seenOf(own) : null)
  }
  if (isNumber) room = await changePhone(world, room, change, event, { isLate, isBeside, replaced })
  else see(world, book.current(number, 'bsuid', from.bsuid), event)
  if (isNumber && !isDone) {
    const to = from.phone ?? ''
    const content = `Changed the number: ${formerPhone ?? ''} → ${to || 'not known'}`
    world.addNote(room, { of: 'numberChanged', values: { from: formerPhone, to: from.phone } }, content, at, change.provider_id)
  }
  world.touch(room)
  return room
}

/** A note in a room whose phone another room has. */
function offerJoin(world: World, room: RoomNow, other: RoomNow, phone: string, at: string): void {
  world.addNote(room, { of: 'joinOffered', values: { phone, room: other.ref } }, `${phone} belongs to a customer with another chat now`, at)
}

interface NumberChange {
  isLate: boolean
  /** Whether other numbers of the room stay, as a join by hand left them. */
  isBeside: boolean
  /** Phones that the new one takes the place of. */
  replaced: readonly Identity[]
}

async function changePhone(
  world: World,
  given: RoomNow,
  { number, before, from, at }: InboundChange,
  event: Event,
  { isLate, isBeside, replaced }: NumberChange,
): Promise<RoomNow> {
  const { book } = world
  let room = given
  const phone = from.phone
  const other = book.current(number, 'phone', phone)
  let until: string | null = null
  if (other && other.room !== room.id) {
    const theirs = book.answering(other)
    const there = world.roomOf(other)
    // Another account has answered there since.
    if (theirs && isBefore(at, seenOf(other))) {
      until = seenOf(other)
      offerJoin(world, room, there, other.value, at)
    } else if (theirs) movePhone(world, other, room, event)
    else if (isBefore(there.created_at, at)) {
      end(world, other, at, false)
      offerJoin(world, there, room, other.value, at)
    } else room = await world.join(room, there, at)
  }
  for (const row of phonesOf(world, room)) {
    if (row.value === phone || (row.value !== before.phone && !replaced.includes(row))) continue
    // A later number is known already.
    if (isLate && isBefore(at, seenOf(row)) && row.value !== before.phone) continue
    end(world, row, at)
  }
  if (phone === null) return room
  const [shown, current] = [book.currentOf(room.id, 'phone'), phonesOf(world, room).find(({ value }) => value === phone)]
  if (current) see(world, current, event)
  else if (!shown || !isLate || (isBeside && replaced.length > 0)) addIdentity(world, room, 'phone', phone, event, until)
  else if (!book.of(room.id).some((row) => row.kind === 'phone' && row.value === phone))
    addIdentity(world, room, 'phone', phone, event, seenOf(shown))
  see(world, book.current(number, 'bsuid', from.bsuid), event)
  return room
}
