import { expect, it } from 'vitest'
import { isEmojiOnly } from './emoji-only.ts'

it.each(['😂', '😂😂', '👍🏽', '❤️', '👨‍👩‍👧', '🇮🇩', '1️⃣', ' 🙏 🙏 '])('isEmojiOnly accepts %s', (text) => {
  expect(isEmojiOnly(text)).toBe(true)
})

it.each(['', ' ', '😂😂😂😂', 'ok 👍', '1', '12', '#', '©?', 'a'])('isEmojiOnly rejects "%s"', (text) => {
  expect(isEmojiOnly(text)).toBe(false)
})
