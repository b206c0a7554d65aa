import { expect, it } from 'vitest'
import type { Room } from '#console/data/chat/rooms.ts'
import { numberOf } from './room.ts'

const room = (ref: string, name: string, phone: string, ours = 'Sales'): Room =>
  ({ ref, customer_name: name, customer_phone: phone, whatsapp_number_name: ours }) as unknown as Room

it('rooms of one name show the customer’s number, and two rooms of one customer ours', () => {
  const [budi, other, again, sari] = [
    room('1', 'Budi Santoso', '628111111111'),
    room('2', 'budi santoso', '628122222222'),
    room('3', 'Sari', '628133333333', 'Sales'),
    room('4', 'Sari', '628133333333', 'Support'),
  ]
  const rooms = [budi, other, again, sari]
  expect(rooms.map((each) => numberOf(each, rooms))).toEqual(['+62 811-1111-111', '+62 812-2222-222', 'Sales', 'Support'])
  expect(numberOf(budi, [budi, again])).toBeNull()
})

it('rooms of one name without numbers show usernames, and those without either are told apart by ours', () => {
  const nameless = (ref: string, username: string | null, ours: string): Room => ({ ...room(ref, 'Rina', '', ours), username })
  const rooms = [nameless('1', 'rina.uji', 'Sales'), nameless('2', 'rina_baru', 'Sales'), nameless('3', null, 'Support')]
  expect(rooms.map((each) => numberOf(each, rooms))).toEqual(['@rina.uji', '@rina_baru', null])
})
