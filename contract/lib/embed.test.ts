import { expect, it } from 'vitest'
import { embedOf, embedOrigins } from './embed.ts'

it.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10s', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  ['https://www.instagram.com/reel/Cabc_1-2/?utm_source=x', 'https://www.instagram.com/p/Cabc_1-2/embed'],
  ['https://www.tiktok.com/@lapangan/video/7234567890123456789', 'https://www.tiktok.com/embed/v2/7234567890123456789'],
])('%s is played by %s, which stays as it is', (page, address) => {
  expect(embedOf(page)?.address).toBe(address)
  expect(embedOf(address)?.address).toBe(address)
  expect(embedOrigins).toContain(new URL(address).origin)
})

it.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://www.youtube.com.evil.test/embed/dQw4w9WgXcQ',
  'https://evil.test/?https://www.youtube.com/embed/dQw4w9WgXcQ',
  'https://user:pass@www.youtube.com/embed/dQw4w9WgXcQ',
  'https://www.youtube.com:8443/embed/dQw4w9WgXcQ',
  'https://www.youtube.com/redirect?q=https://evil.test',
  'https://www.youtube.com/embed/..%2f..%2fredirect',
  'https://vimeo.com/channels',
  '//www.youtube.com/embed/dQw4w9WgXcQ',
  ' https://youtu.be/dQw4w9WgXcQ',
  '',
])('%s is played by nothing', (address) => {
  expect(embedOf(address)).toBeNull()
})
