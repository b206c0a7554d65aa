import { expect, it } from 'vitest'
import { nameOf } from './room-name.ts'

const nobody = { contact_name: null, customer_name: null, customer_phone: '', username: null }

it.each([
  ['the name that staff gave', { ...nobody, contact_name: 'Bu Rina', customer_name: 'Rina', username: 'rina.uji' }, 'Bu Rina'],
  ['the own name', { ...nobody, customer_name: 'Rina', username: 'rina.uji', customer_phone: '62812' }, 'Rina'],
  ['the username before the number', { ...nobody, username: 'rina.uji', customer_phone: '62812' }, '@rina.uji'],
  ['the number', { ...nobody, customer_phone: '62812' }, '62812'],
  [
    'the number, where a device kept the room before there were usernames',
    { contact_name: null, customer_name: '', customer_phone: '62812' },
    '62812',
  ],
  ['what is left', nobody, 'WhatsApp'],
])('a room is called by %s', (_, room, name) => expect(nameOf(room)).toBe(name))
