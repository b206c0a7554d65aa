import { expect, it } from 'vitest'
import { merged, toCounts } from './counts.ts'

it('reads what it knows of an answer', () => {
  const items = [{ name: 'chats_unread', count: 3 }, { name: 'parcels_lost', count: 2 }, { name: 'leads_today' }, null]
  expect(toCounts({ items })).toEqual({ chats_unread: 3 })
  for (const nothing of [null, 'x', [], {}, { items: 'x' }]) expect(toCounts(nothing)).toEqual({})
})

it('shows the server’s counts, and without a connection the last ones with what the device knows better', () => {
  const answered = { leads_overdue: 5, leads_today: 1, chats_unread: 2 }
  const own = { leads_overdue: 4, leads_today: 0 }
  expect(merged(answered, own, true)).toEqual(answered)
  expect(merged(answered, own, false)).toEqual({ leads_overdue: 4, leads_today: 0, chats_unread: 2 })
  expect(merged(undefined, own, true)).toEqual(own)
  expect(merged(undefined, {}, false)).toEqual({})
})
