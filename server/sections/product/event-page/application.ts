/** Applications for a seat, and what somebody who was registered before is answered (docs/product/events.md#public-page). */

import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { Language } from '#contract/choices/languages.ts'
import type { Db } from '#server/db/database.ts'
import { eventParticipants as participants } from '#server/db/tables/events.ts'
import type { Applicant } from './form.ts'

export interface Application extends Applicant {
  /** Of the form: that of the participant. */
  ref: string
  language: Language
  /** Takes a place on the waiting list where no seat is free. */
  waits: boolean
  address: string
}

/**
 * `done`: registered or waiting, now or before by the same form. `known`: the phone or the address was registered before, by another form;
 * nobody but the registered person learns so. `again`: the form made another registration. `unpaid`: too many seats of the network are. `refused`: needs a person.
 */
export type Registered = 'done' | 'known' | 'full' | 'again' | 'unpaid' | 'refused'

export type Participant = typeof participants.$inferSelect

/** What a participant is known by. */
export type Known = Pick<Participant, 'ref' | 'phone' | 'email' | 'state'>

/** Participants with a phone or an address of these. */
export function findSame(db: Db, event: number, people: readonly Applicant[]): Promise<Participant[]> {
  const { event_id, phone, email } = participants
  const phones = inArray(
    phone,
    people.map((each) => each.phone),
  )
  const emails = inArray(
    email,
    people.map((each) => each.email),
  )
  return db
    .select()
    .from(participants)
    .where(and(eq(event_id, event), or(phones, emails)))
    .orderBy(asc(participants.id))
}

/** Those of one, the phone's first. */
export const sameOf = <Row extends Known>(all: readonly Row[], one: Applicant): Row[] =>
  all
    .filter((each) => each.phone === one.phone || each.email === one.email)
    .toSorted((a, b) => Number(b.phone === one.phone) - Number(a.phone === one.phone))

/** Whether nobody else is registered with the phone or the address: somebody new, or one who cancelled and comes back. */
const isComing = ([first, other]: readonly Known[]) => !first || (first.state === 'cancelled' && !other)

/**
 * The answer to who gets no place; null for who gets one. Whether somebody is registered decides last, so that no answer tells it: a full
 * event is full for everybody.
 */
export function answerWithoutPlace(
  same: readonly Known[],
  { ref, waits }: Application,
  { isUsed, isFull }: { isUsed: boolean; isFull: boolean },
): Registered | null {
  if (same.some((each) => each.ref === ref && each.state !== 'cancelled')) return 'done'
  if (isUsed) return 'again'
  if (isFull && !waits) return 'full'
  return isComing(same) ? null : 'known'
}

/** Refs of these that registrations have. */
export async function findUsedRefs(db: Db, refs: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ ref: participants.ref })
    .from(participants)
    .where(inArray(participants.ref, [...refs]))
  return new Set(rows.map(({ ref }) => ref))
}
