import { expect, it } from 'vitest'
import { isEmojiOnly } from './emoji-only.ts'

it.each(['😂', '😂😂', '👍🏽', '❤️', '👨‍👩‍👧', '🇮🇩', '1️⃣', ' 🙏 🙏 '])('shows %s large', (text) => {
  expect(isEmojiOnly(text)).toBe(true)
})

it.each(['', ' ', '😂😂😂😂', 'ok 👍', '1', '12', '#', '©?', 'a'])('shows "%s" as text', (text) => {
  expect(isEmojiOnly(text)).toBe(false)
})
