import { expect, it } from 'vitest'
import { merged, toCounts } from './counts.ts'

it('toCounts keeps known counts of a response', () => {
  const items = [{ name: 'chats_unread', count: 3 }, { name: 'parcels_lost', count: 2 }, { name: 'leads_today' }, null]
  expect(toCounts({ items })).toEqual({ chats_unread: 3 })
  for (const nothing of [null, 'x', [], {}, { items: 'x' }]) expect(toCounts(nothing)).toEqual({})
})

it('merged returns the server’s counts, and offline the last ones with the device’s own', () => {
  const answered = { leads_overdue: 5, leads_today: 1, chats_unread: 2 }
  const own = { leads_overdue: 4, leads_today: 0 }
  expect(merged(answered, own, true)).toEqual(answered)
  expect(merged(answered, own, false)).toEqual({ leads_overdue: 4, leads_today: 0, chats_unread: 2 })
  expect(merged(undefined, own, true)).toEqual(own)
  expect(merged(undefined, {}, false)).toEqual({})
})
