import { expect, it } from 'vitest'
import { type Admission, addAdmission } from '#contract/lib/admission.ts'
import { answerPerson, answerTicket, type DoorView, doubleAdmissions } from './answer.ts'
import type { DoorPerson } from './kept-door.ts'

const person = (values: Partial<DoorPerson> = {}): DoorPerson => ({
  ref: 'rini',
  name: 'Rini',
  phone: '6281200000001',
  state: 'registered',
  ticket: 1,
  admissions: [],
  ...values,
})
const mark = (minute: number, device: string, attended = true): Admission => ({
  at: `2026-03-10T02:${minute}:00.000Z`,
  attended,
  gate: `Gate ${device}`,
  device,
  by: null,
})
const doorView = (people: readonly DoorPerson[], waiting: readonly Admission[] = []): DoorView => ({
  event: 7,
  find: (ref) => people.find((one) => one.ref === ref),
  marksOf: (ref) => waiting.reduce(addAdmission, people.find((one) => one.ref === ref)?.admissions ?? []),
  device: 'here',
})
const ticket = (values = {}) => ({ event: 7, participant: 'rini', number: 1, ...values })

it('answerTicket admits who is registered, once', () => {
  expect(answerTicket(ticket(), false, doorView([person()]))).toEqual({ kind: 'in', ref: 'rini', name: 'Rini', isNew: false })
  const copied = answerTicket(ticket(), false, doorView([person({ admissions: [mark(12, 'there')] })]))
  expect(copied).toEqual({ kind: 'already', ref: 'rini', name: 'Rini', first: mark(12, 'there'), isHere: false })
  expect(answerTicket(ticket(), false, doorView([person()], [mark(15, 'here')]))).toMatchObject({ kind: 'already', isHere: true })
  const undone = [mark(12, 'here'), mark(14, 'here', false)]
  expect(answerTicket(ticket(), false, doorView([person()], undone))).toMatchObject({ kind: 'in' })
})

it('answerTicket refuses a ticket of another event, one that was retired, and those who may not come', () => {
  expect(answerTicket(ticket({ event: 8 }), false, doorView([person()]))).toEqual({ kind: 'wrongEvent' })
  expect(answerTicket(ticket(), false, doorView([person({ ticket: 2 })]))).toMatchObject({ kind: 'retired' })
  expect(answerTicket(ticket(), false, doorView([person({ state: 'cancelled' })]))).toMatchObject({ kind: 'cancelled' })
  for (const state of ['waiting', 'offered'] as const)
    expect(answerTicket(ticket(), false, doorView([person({ state })]))).toMatchObject({ kind: 'waiting' })
})

it('answerTicket admits a ticket that is newer than the list, and says so', () => {
  expect(answerTicket(ticket(), false, doorView([]))).toEqual({ kind: 'in', ref: 'rini', name: '', isNew: true })
  expect(answerTicket(ticket(), false, doorView([], [mark(12, 'here')]))).toMatchObject({ kind: 'already', isHere: true })
  expect(answerTicket(ticket({ number: 2 }), false, doorView([person()]))).toMatchObject({ kind: 'in', isNew: false })
})

it('answerTicket admits by a key from before a restore whom the list knows by that number, and nobody else', () => {
  expect(answerTicket(ticket(), true, doorView([person()]))).toMatchObject({ kind: 'in' })
  expect(answerTicket(ticket({ number: 2 }), true, doorView([person()]))).toMatchObject({ kind: 'retired' })
  expect(answerTicket(ticket(), true, doorView([]))).toEqual({ kind: 'desk' })
})

it('answerPerson answers for a name as for a ticket', () => {
  expect(answerPerson(person(), doorView([person()]))).toMatchObject({ kind: 'in' })
  expect(answerPerson(person({ state: 'waiting' }), doorView([]))).toMatchObject({ kind: 'waiting' })
})

it('doubleAdmissions names the other devices that admitted the same person, until one takes it back', () => {
  const both = [mark(12, 'a'), mark(20, 'b')]
  expect(doubleAdmissions(both)).toEqual([mark(20, 'b')])
  expect(doubleAdmissions([mark(12, 'a'), mark(13, 'a')])).toEqual([])
  expect(doubleAdmissions([...both, mark(30, 'b', false)])).toEqual([])
})
