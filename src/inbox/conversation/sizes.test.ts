import { expect, test } from 'vitest'
import { showMessage } from '#console/data/chat/fold.ts'
import { testMessage } from '#console/data/chat/test-chat.ts'
import type { Message } from '#contract/chat/messages.ts'
import { guessHeight } from './sizes.ts'

// Text has no width here, so each is one line.
const layout = { width: 464, wide: true, font: '14px Inter' }
const tall = (values: Partial<Message>, joins = false) =>
  guessHeight({ is: 'message', key: 'm', message: showMessage(testMessage(1, 1, values)), joins }, layout)
const ours = { is_admin: true, sender: 'Sari' }

test.each([
  ['of the customer', {}, false, 46],
  ['behind another of theirs', {}, true, 38],
  ['of ours, with who wrote it', ours, false, 60],
  ['behind another of ours', ours, true, 36],
  ['of two lines', { content: 'a\nb' }, false, 68],
  ['a picture of the customer', { kind: 'image', content: null }, false, 280],
  ['a picture of ours', { ...ours, kind: 'image', content: null }, false, 302],
  ['a voice note', { kind: 'audio', content: null }, true, 60],
] as const)('guessHeight equals the height in the browser: %s', (_, values, joins, height) => expect(tall(values, joins)).toBe(height))

test('guessHeight knows the lines between messages', () => {
  expect(guessHeight({ is: 'day', key: 'd', at: '' }, layout)).toBe(40)
  expect(guessHeight({ is: 'unread', key: 'u', count: 2 }, layout)).toBe(36)
})
