import { expect, it } from 'vitest'
import { markValue } from '#contract/lib/value-parts.ts'
import { alertAddress, alertScreen, alertTag, alertText, directionOfText, isAlertPlace, lookingLock, notKeptText } from './alert-text.ts'

it('an alert says what was written, or what kind of message came, in the language of the console', () => {
  expect(alertText('Budi', ' Halo ', 'text', 'id')).toEqual({ title: 'Budi', body: 'Halo', lang: 'id', dir: 'ltr' })
  expect(alertText('Budi', null, 'image', 'id').body).toBe('Gambar')
  expect(alertText('Budi', '  ', 'text', 'tr').body).toBe('Yeni mesaj')
  expect(alertText('Budi', 'Nota', 'document', 'ar').body).toBe('Nota')
  expect(alertText('Budi', null, 'audio', 'toString')).toEqual({ title: 'Budi', body: 'Voice message', lang: 'en', dir: 'ltr' })
})

it.each<[string, string, 'ltr' | 'rtl']>([
  ['Masih ada?', 'ar', 'ltr'],
  ['هل ما زال متاحًا؟', 'id', 'rtl'],
  ['שלום', 'en', 'rtl'],
  ['ہیلو', 'en', 'rtl'],
  ['🙏 123 مرحبا Budi', 'en', 'rtl'],
  ['1. Halo مرحبا', 'ar', 'ltr'],
  ['(+62) 812 – بكم؟', 'tr', 'rtl'],
  ['你好', 'ar', 'ltr'],
  ['👍', 'ar', 'rtl'],
  ['12.500', 'en', 'ltr'],
  ['', 'ar', 'rtl'],
  ['\u202E<b>', 'ar', 'ltr'],
])('an alert runs as its words do: %s in %s', (text, language, direction) => {
  expect(directionOfText(text, language)).toBe(direction)
})

it('a reply that could not be kept is shown with its words', () => {
  expect(notKeptText('Budi', 'Baik, Kak', 'ar')).toEqual({
    title: 'Budi',
    body: 'Baik, Kak\nلم تُرسل. لم يتمكن هذا الجهاز من حفظها.',
    lang: 'ar',
    dir: 'ltr',
  })
})

it('a long message is cut', () => {
  expect(alertText('Budi', 'x'.repeat(301), 'text', 'en').body).toHaveLength(300)
})

it('a click opens the room, the chat about a stock, the lead, or the states of WhatsApp', () => {
  expect(alertAddress('room', 'a b')).toBe('/chat-platform/list?room=a%20b')
  expect(alertAddress('question', 'q1')).toBe('/tanya-saham/list?open=q1')
  expect(alertAddress('lead', 'l1')).toBe('/leads/edit/l1')
  expect(alertAddress('channel', 'e1')).toBe('/whatsapp-number/states/list#e1')
  expect([alertScreen('room'), alertScreen('question'), alertScreen('lead')]).toEqual([
    '/chat-platform/list',
    '/tanya-saham/list',
    '/leads',
  ])
  expect(['room', 'question', 'lead', 'channel', 'toString', null].map(isAlertPlace)).toEqual([true, true, true, true, false, false])
  expect([alertTag('r1'), lookingLock('r1')]).toEqual(['room-r1', 'lapangan-looking-r1'])
})

it('values in an alert run from left to right, and its direction is that of its words', () => {
  expect(alertText('+62 812-3456-7890', 'حولت Rp 1.500.000', 'text', 'en')).toEqual({
    title: markValue('+62 812-3456-7890'),
    body: `حولت ${markValue('Rp 1.500.000')}`,
    lang: 'en',
    dir: 'rtl',
  })
  expect(notKeptText(markValue('@nama.saja'), 'Rp 1.500.000', 'id').title).toBe(markValue('@nama.saja'))
})
