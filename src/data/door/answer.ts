/** What a door answers to a ticket or a person (docs/product/events.md#the-door). Pure: no network, no clock. */
import { type Admission, standingAdmissions } from '#contract/lib/admission.ts'
import type { Ticket } from '#contract/lib/ticket.ts'
import type { DoorPerson } from './kept-door.ts'

export type Answer =
  /** Admitted; `isNew`: a ticket of this event whose holder the list does not have yet. */
  | { kind: 'in'; ref: string; name: string; isNew: boolean }
  | { kind: 'already'; ref: string; name: string; first: Admission; isHere: boolean }
  | { kind: 'cancelled' | 'waiting' | 'retired'; ref: string; name: string }
  | { kind: 'wrongEvent' | 'unsigned' | 'unknown' | 'desk' }

export interface DoorView {
  /** Id of the event. */
  event: number
  find: (ref: string) => DoorPerson | undefined
  /** All marks that this device knows of, in time order. */
  marksOf: (ref: string) => readonly Admission[]
  device: string
}

/** A person who was chosen by name. */
export function answerPerson({ ref, name, state }: DoorPerson, { marksOf, device }: DoorView): Answer {
  if (state === 'cancelled') return { kind: 'cancelled', ref, name }
  if (state !== 'registered') return { kind: 'waiting', ref, name }
  const [first] = standingAdmissions(marksOf(ref))
  return first ? { kind: 'already', ref, name, first, isHere: first.device === device } : { kind: 'in', ref, name, isNew: false }
}

/**
 * The answer to a signed ticket. One signed by a former key, which may be stolen with a backup, admits only participants whose stored number
 * it has.
 */
export function answerTicket({ event, participant: ref, number }: Ticket, isFormer: boolean, view: DoorView): Answer {
  if (event !== view.event) return { kind: 'wrongEvent' }
  const person = view.find(ref)
  if (person) {
    const isRetired = isFormer ? number !== person.ticket : number < person.ticket
    return isRetired ? { kind: 'retired', ref, name: person.name } : answerPerson(person, view)
  }
  if (isFormer) return { kind: 'desk' }
  const [first] = standingAdmissions(view.marksOf(ref))
  return first
    ? { kind: 'already', ref, name: '', first, isHere: first.device === view.device }
    : { kind: 'in', ref, name: '', isNew: true }
}

/** Admissions of one person by other devices than the first one: the ticket was shown twice while they did not know of each other. */
export function doubleAdmissions(marks: readonly Admission[]): readonly Admission[] {
  const standing = standingAdmissions(marks)
  return standing.filter(({ device }, at) => at > 0 && device !== standing[0]?.device)
}
