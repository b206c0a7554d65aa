/**
 * Copies of erased members' names and contacts. Figures stay: orders and ledger, won leads, counts of messages sent and answered. A lead
 * with a phone of theirs and its room, from their time, are of the same person.
 */
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { forgetFirstRows } from '#server/crud/import/forget.ts'
import { leadFeed, memberFeed } from '#server/crud/query/row-feed.ts'
import { searchText } from '#server/crud/query/search-text.ts'
import type { Db } from '#server/db/database.ts'
import { deliveries, messages, rooms } from '#server/db/tables/chat.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { leadAttachments, leads } from '#server/db/tables/crm.ts'
import { eventParticipants, events } from '#server/db/tables/events.ts'
import { roomIdentities, roomJoins } from '#server/db/tables/identities.ts'
import { importFailures, importRows, imports } from '#server/db/tables/imports.ts'
import { jobs } from '#server/db/tables/jobs.ts'
import { memberInbox, popupViews } from '#server/db/tables/member-app.ts'
import { members } from '#server/db/tables/members.ts'
import { audit, changes, mutations } from '#server/db/tables/platform.ts'
import { memberDevices, pushDeliveries } from '#server/db/tables/push.ts'
import { forgetRecipients } from '#server/mail/newsletter/forget.ts'
import { messagesArea, roomsArea } from '#server/people/chat-feed.ts'
import { forgetPeople, settlePeople } from '#server/people/identity/settle.ts'
import { lockEvents } from '../../product/event/seats.ts'
import { anonymous, mentions, type Place, replaceMentions } from './mentions.ts'
import type { Person } from './person.ts'

const among = (ids: readonly number[]): SQL =>
  sql`(${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )})`

/** Records of members, whose texts may contain their names. */
function ownPlaces(ids: readonly number[], persons: readonly Person[]): Place[] {
  const them = among(ids)
  const theirOrders = sql`(select id from orders where member_id in ${them})`
  const theirLeaves = sql`(select id from member_leaves where member_id in ${them})`
  const theirChats = sql`(select id from qna_chats where member_id in ${them})`
  return [
    { table: 'orders', where: sql`member_id in ${them}` },
    { table: 'member_leaves', where: sql`member_id in ${them}` },
    { table: 'membership_entries', where: sql`account_id in (select id from membership_accounts where member_id in ${them})` },
    { table: 'qna_chats', where: sql`member_id in ${them}` },
    { table: 'qna_messages', where: sql`chat in ${theirChats}` },
    { table: 'qna_questions', where: sql`chat in ${theirChats}` },
    { table: 'bot_messages', where: sql`member_id in ${them}` },
    { table: 'room_identities', where: sql`not current` },
    // A file's row with their phone or address is about them.
    { table: 'import_failures', where: mentions(sql`cells::text || problems::text`, persons, false) },
    { table: 'audit', where: sql`section = 'transaction' and record in ${theirOrders}` },
    { table: 'audit', where: sql`section = 'member-cuti' and record in ${theirLeaves}` },
  ]
}

/** Deletes history and undo data of these records. */
async function forgetHistory(db: Db, section: string, ids: readonly number[]): Promise<void> {
  if (!ids.length) return
  await db
    .update(audit)
    .set({ changes: {} })
    .where(and(sql`${audit.section} = ${section}`, inArray(audit.record, [...ids])))
  const mine = inArray(importRows.import_id, db.select({ id: imports.id }).from(imports).where(sql`${imports.section} = ${section}`))
  await db
    .update(importRows)
    .set({ before: null, name: null })
    .where(and(mine, inArray(importRows.record, [...ids])))
}

async function eraseOrders(db: Db, { id }: Person): Promise<void> {
  const mine = await db.select().from(orders).where(eq(orders.member_id, id))
  for (const order of mine) {
    const search_text = searchText(transaction, { ...order, member_name: anonymous({ id }) })
    await db
      .update(orders)
      .set({ phone: '', given_name: null, search_text, version: order.version + 1 })
      .where(eq(orders.id, order.id))
  }
}

/** Records started while the phone was theirs. */
const ofThem = ({ had }: Person, phone: PgColumn, since: PgColumn): SQL | undefined =>
  or(...had.map((each) => and(eq(phone, each.phone), sql`${since} <= ${each.until}`)))

/** Returns the leads that are theirs, and the people of the house whose leads lost an address. */
async function eraseLeads(db: Db, person: Person): Promise<{ ids: number[]; people: number[] }> {
  const { id, emails, deleted_at } = person
  const bought = sql`${leads.id} in (select ${orders.lead_id} from ${orders} where ${orders.member_id} = ${id})`
  // Addresses are shared more often than phones: the lead loses it, and its search text below.
  const others = await db
    .update(leads)
    .set({ email: null })
    .where(
      and(
        inArray(
          sql`lower(${leads.email})`,
          emails.map((email) => email.toLowerCase()),
        ),
        sql`${leads.created_at} <= ${deleted_at}`,
      ),
    )
    .returning({ person: leads.person_id })
  const people = others.flatMap((lead) => lead.person ?? [])
  const gone = await db
    .update(leads)
    .set({
      ...{ name: sql`'#' || ${leads.id}`, phone: '', email: null, city: null, notes: null, tags: [], search_text: '' },
      version: sql`${leads.version} + 1`,
      updated_at: sql`now()`,
    })
    .where(or(bought, ofThem(person, leads.phone, leads.created_at)))
    .returning({ id: leads.id })
  const ids = gone.map((lead) => lead.id)
  if (!ids.length) return { ids, people }
  await db.delete(leadAttachments).where(inArray(leadAttachments.lead, ids))
  await leadFeed.touch(db, inArray(leads.id, ids))
  await forgetHistory(db, 'leads', ids)
  return { ids, people }
}

/** Deletes texts, keeps times and authors; frees the number for its next owner. Returns the rooms. */
async function eraseRooms(db: Db, person: Person): Promise<number[]> {
  const where = ofThem(person, rooms.customer_phone, rooms.created_at)
  if (!where) return []
  const gone = await db
    .update(rooms)
    .set({
      ...{ customer_phone: sql`'#' || ${rooms.id}`, customer_id: null, customer_name: null, contact_name: null, notes: null },
      ...{ username: null, username_until: null, held_customer_id: null, cut_place: null, source_id: null, call_permission: null },
      ...{ last_message: null, search_text: '', tag: [], window_until: null, snoozed_until: null, status: 'resolved' },
      version: sql`${rooms.version} + 1`,
      updated_at: sql`now()`,
    })
    .where(where)
    .returning({ id: rooms.id })
  const ids = gone.map(({ id }) => id)
  if (!ids.length) return []
  await db
    .update(messages)
    .set({
      ...{ content: sql`case when ${messages.content} is null then null else '–' end`, media: null, failure: null, provider_id: null },
      ...{ values: null, details: null, chips: null, edits: null, reactions: null, referral: null, marks: null },
      sender: sql`case when ${messages.is_admin} then ${messages.sender} end`,
      version: sql`${messages.version} + 1`,
    })
    .where(inArray(messages.room, ids))
  await db.delete(roomIdentities).where(inArray(roomIdentities.room, ids))
  await db.delete(roomJoins).where(or(inArray(roomJoins.room, ids), inArray(roomJoins.joined, ids)))
  await db.update(deliveries).set({ template_values: null }).where(inArray(deliveries.room, ids))
  await forgetHistory(db, 'chat-platform', ids)
  await touchChat(db, rooms, inArray(rooms.id, ids))
  await touchChat(db, messages, inArray(messages.room, ids))
  return ids
}

/** Makes devices and sockets reload them. */
async function touchChat(db: Db, table: typeof rooms | typeof messages, where: SQL): Promise<void> {
  const audience = sql`jsonb_build_object('sales', coalesce(${rooms.assignee_sales}, 0))`
  const area = table === rooms ? roomsArea : messagesArea
  const from = table === rooms ? sql`${rooms}` : sql`${messages} join ${rooms} on ${rooms.id} = ${messages.room}`
  await db.execute(sql`insert into ${changes} (area, ref, audience_before, audience_after)
    select ${area}::text, ${table.ref}, ${audience}, ${audience} from ${from} where ${where}`)
}

/** Makes devices reload records of others whose notes named them by phone or address. */
async function touchOthers(db: Db, changed: ReadonlyMap<string, number[]>): Promise<void> {
  const theseOf = (name: string, id: PgColumn) => inArray(id, changed.get(name) ?? [])
  await leadFeed.touch(db, theseOf('leads', leads.id))
  await memberFeed.touch(db, theseOf('members', members.id))
  await touchChat(db, rooms, theseOf('rooms', rooms.id))
  await touchChat(db, messages, theseOf('messages', messages.id))
}

/** Drops files of refused rows that name one of them. Returns their addresses. */
async function dropFailureFiles(db: Db, persons: readonly Person[]): Promise<string[]> {
  const keys = db
    .select({ key: sql`'import ' || ${imports.ref}::text` })
    .from(imports)
    .innerJoin(importFailures, eq(importFailures.import_id, imports.id))
    .where(mentions(sql`${importFailures.cells}::text || ${importFailures.problems}::text`, persons, false))
  const found = await db.select({ id: jobs.id, result: jobs.result }).from(jobs).where(inArray(jobs.key, keys)).for('no key update')
  const named = found.flatMap(({ id, result }) => (result ? [{ id, url: result.url }] : []))
  if (named.length)
    await db
      .update(jobs)
      .set({ result: null })
      .where(
        inArray(
          jobs.id,
          named.map(({ id }) => id),
        ),
      )
  return named.map(({ url }) => url)
}

/**
 * Registrations with a phone of theirs, from their time: counts stay, and the seat of an event to come is given back. Another phone's
 * registration loses their address alone. Returns events with seats that became free, theirs, and the people who lost an address.
 */
async function eraseParticipants(db: Db, persons: readonly Person[]): Promise<{ open: number[]; ids: number[]; people: number[] }> {
  const { id, event_id, email, phone, created_at, state } = eventParticipants
  const people: number[] = []
  const isTheirs = or(...persons.map((person) => ofThem(person, phone, created_at)))
  for (const { emails, deleted_at } of persons) {
    const own = inArray(
      email,
      emails.map((each) => each.toLowerCase()),
    )
    const others = await db
      .update(eventParticipants)
      .set({ email: null })
      .where(and(own, sql`${created_at} <= ${deleted_at}`))
      .returning({ person: eventParticipants.person_id })
    people.push(...others.flatMap((each) => each.person ?? []))
  }
  if (!isTheirs) return { open: [], ids: [], people }
  const found = await db.select({ event_id }).from(eventParticipants).where(isTheirs)
  const locked = await lockEvents(
    db,
    found.map((each) => each.event_id),
  )
  const open = locked.filter(({ end_at }) => Date.parse(end_at) > Date.now()).map((event) => event.id)
  const seats = await db.select({ id, event_id, state }).from(eventParticipants).where(isTheirs).orderBy(id).for('no key update')
  for (const event of open) {
    const count = (wanted: string) => seats.filter((each) => each.event_id === event && each.state === wanted).length
    const freed = { taken: sql`${events.taken} - ${count('registered')}`, offered: sql`${events.offered} - ${count('offered')}` }
    await db.update(events).set(freed).where(eq(events.id, event))
  }
  const ids = seats.map((each) => each.id)
  await db
    .update(eventParticipants)
    .set({
      ...{ name: sql`'#' || ${id}`, phone: sql`'#' || ${id}`, email: null, answers: [], network: null },
      ...{ version: sql`${eventParticipants.version} + 1`, updated_at: sql`now()` },
    })
    .where(inArray(id, ids))
  await db
    .update(eventParticipants)
    .set({ state: 'cancelled', waiting_at: null, offered_until: null })
    .where(and(inArray(id, ids), inArray(event_id, open)))
  await forgetHistory(db, 'participant', ids)
  return { open, ids, people }
}

/** Beyond the database's rows. */
export interface Freed {
  /** Unused private files. */
  files: string[]
  /** Events with seats that became free. */
  events: number[]
}

/** Runs in the transaction that erases the members. */
export async function eraseCopies(db: Db, persons: readonly Person[]): Promise<Freed> {
  const ids = persons.map(({ id }) => id)
  // Payments lock an order before its lead.
  await db.select({ id: orders.id }).from(orders).where(inArray(orders.member_id, ids)).orderBy(orders.id).for('no key update')
  await db
    .update(mutations)
    .set({ body: null })
    .where(mentions(sql`${mutations.body}::text`, persons, true))
  const files = await dropFailureFiles(db, persons)
  await forgetFirstRows(db, sql`true`)
  await forgetHistory(db, 'member', ids)
  const participants = await eraseParticipants(db, persons)
  const theirDevices = db.select({ id: memberDevices.id }).from(memberDevices).where(inArray(memberDevices.member_id, ids))
  await db.delete(pushDeliveries).where(inArray(pushDeliveries.device_id, theirDevices))
  await db.delete(memberInbox).where(inArray(memberInbox.member_id, ids))
  await db.delete(memberDevices).where(inArray(memberDevices.member_id, ids))
  await db.delete(popupViews).where(inArray(popupViews.member_id, ids))
  await forgetRecipients(
    db,
    ids,
    persons.flatMap(({ emails }) => emails),
  )
  const theirs: { leads: number[]; rooms: number[] } = { leads: [], rooms: [] }
  const others = [...participants.people]
  for (const person of persons) {
    const gone = await eraseLeads(db, person)
    theirs.leads.push(...gone.ids)
    others.push(...gone.people)
    theirs.rooms.push(...(await eraseRooms(db, person)))
  }
  await forgetPeople(db, {
    leads: inArray(leads.id, theirs.leads),
    members: inArray(members.id, ids),
    participants: inArray(eventParticipants.id, participants.ids),
    orders: inArray(orders.member_id, ids),
    rooms: inArray(rooms.id, theirs.rooms),
  })
  await settlePeople(
    db,
    others,
    persons.flatMap(({ phones, emails }) => [...phones, ...emails]),
  )
  await touchOthers(db, await replaceMentions(db, persons, ownPlaces(ids, persons)))
  for (const person of persons) await eraseOrders(db, person)
  return { files, events: participants.open }
}
