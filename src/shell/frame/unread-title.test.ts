import { describe, expect, it } from 'vitest'
import { withUnread } from './unread-title.ts'

describe('withUnread', () => {
  it('puts the number of unread chats before a title', () => {
    expect(withUnread('Leads · Lapangan', 3)).toBe('(3) Leads · Lapangan')
  })

  it('replaces the number of before, and takes it away with the last unread chat', () => {
    expect(withUnread('(12) Leads · Lapangan', 4)).toBe('(4) Leads · Lapangan')
    expect(withUnread('(4) Leads · Lapangan', 0)).toBe('Leads · Lapangan')
  })
})
