// @vitest-environment happy-dom
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { shownRoom } from '#console/data/chat/test-chat.ts'
import { submit } from '#console/data/writes/submit.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { broadcastList, nameToken, previewBroadcast, resumeBroadcast, startBroadcast } from '#contract/chat/broadcasts.ts'
import type { Session } from '#contract/session.ts'
import { click, closePage, find, fire, isThere, openPage, until } from '#tests/support/composer-page.tsx'
import { json } from '#tests/support/test-browser.ts'
import { BulkBar } from '../list/bulk-bar.tsx'
import { useRoomSelection } from '../list/selection.ts'
import { Broadcasts } from './broadcasts.tsx'
import { StartBroadcast } from './start-broadcast.tsx'

vi.mock('#console/data/writes/submit.ts', () => ({ submit: vi.fn() }))

const templates = [{ name: 'promo', language: 'id', body: 'Halo {{1}}', category: 'MARKETING', version: 'v1' }]
const recipients = [
  { room: 'r1', name: 'Ani', reason: 'stopped', opt_in_at: null },
  { room: 'r2', name: 'Budi', reason: 'heldBack', opt_in_at: null },
  { room: 'r3', name: 'Citra', reason: null, opt_in_at: '2026-11-20T08:00:00Z' },
]
const counts = { id: 1, template: 'promo', content: `Halo ${nameToken}`, total: 3, sent: 1, skipped: 2, failed: 0 }
const broadcast = {
  ...counts,
  ref: 'b1',
  state: 'held',
  held: 'reported',
  created_at: '2026-11-20T08:00:00Z',
  created_by: 'Rina',
  may_change: true,
}
const fates = [
  { ...recipients[0], state: 'skipped', status: null, failure: null },
  { ...recipients[1], state: 'failed', reason: null, status: 'failed', failure: 'Spam rate limit hit (131048)' },
  { ...recipients[2], state: 'sent', status: 'read', failure: null },
  { room: 'r4', name: '6281234567890', reason: null, opt_in_at: null, state: 'waiting', status: null, failure: null },
]
const rooms = [1, 2, 3].map((n) => shownRoom(n, { whatsapp_number: 7 }))
const shownText = () => document.body.textContent

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await loadMessages(['chat', 'sending', 'forms', 'kit'])
})
beforeEach(() => {
  vi.mocked(submit)
    .mockReset()
    .mockResolvedValue({ id: '', ids: [], ref: '', response: { data: { ref: 'b1' } } })
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'https://x.test')
    if (pathname.endsWith('/templates')) return json({ templates })
    if (pathname === previewBroadcast.path) return json({ recipients, rest: null })
    const page = { data: [broadcast], page: 1, size: 20, total_page: 1, total_record: 1 }
    return pathname === broadcastList.path ? json(page) : json({ ...broadcast, recipients: fates })
  })
})
afterEach(closePage)
afterAll(() => vi.unstubAllGlobals())

it('example 52: a template is filled in once with the name of each, and before it begins it is said who gets it and who not', async () => {
  const onStarted = vi.fn()
  openPage(<StartBroadcast rooms={rooms} onClose={() => undefined} onStarted={onStarted} />)
  await until(() => expect(isThere('ul button')).toBe(true))
  await click(find('ul button', 'promo'))
  expect(find<HTMLInputElement>('form input').value).toBe(nameToken)
  await fire(find('form'), 'submit')
  await until(() => expect(shownText()).toContain('1 customer gets it. 2 are skipped'))
  for (const word of ['Stopped promotions', 'WhatsApp held back a promotion', 'Wrote to us on']) expect(shownText()).toContain(word)
  await click(find('button', 'Send to 1 chat'))
  await until(() => expect(onStarted).toHaveBeenCalledWith('b1'))
  const [given] = vi.mocked(submit).mock.calls[0] ?? []
  expect(given).toMatchObject({
    call: startBroadcast,
    patch: { ids: rooms.map(({ ref }) => ref), template: 'promo', values: [{ value: nameToken }] },
  })
  expect(given?.id).toMatch(/^[0-9a-f-]{36}$/)
})

const mixed = [...rooms, shownRoom(4, { whatsapp_number: 8, whatsapp_number_name: 'Support' })]
function Choosing({ onBroadcast }: { onBroadcast: () => void }) {
  const selection = useRoomSelection(mixed)
  return (
    <>
      <BulkBar selection={selection} total={mixed.length} onBroadcast={onBroadcast} />
      <output>{selection.rooms.length}</output>
    </>
  )
}

it('while chats of several numbers are chosen no broadcast begins, the reason is said, and a press leaves those of one number', async () => {
  const onBroadcast = vi.fn()
  const user = { id: 1, ref: 'u', name: 'Sari' }
  sessionStore.set((old) => ({ ...old, session: { user, permissions: ['update crm'] } as unknown as Session }))
  openPage(<Choosing onBroadcast={onBroadcast} />)
  const begin = () => find<HTMLButtonElement>('button[aria-label="Send a template"]')
  await click(find('input[type=checkbox]'))
  await until(() => expect(shownText()).toContain('A broadcast goes to chats of one number'))
  expect([begin().disabled, document.getElementById(begin().getAttribute('aria-describedby') ?? '')?.textContent]).toEqual([
    true,
    'A broadcast goes to chats of one number: choose those of one.',
  ])
  await click(find('button', 'Support'))
  expect([begin().disabled, find('output').textContent, isThere('[role=status][id]')]).toEqual([false, '1', false])
  await click(begin())
  expect(onBroadcast).toHaveBeenCalledOnce()
})

it('a held one says why at each and as a whole, and goes on by a press', async () => {
  openPage(<Broadcasts opened="b1" onOpen={() => undefined} onRoom={() => undefined} />)
  await until(() => expect(shownText()).toContain('1 of 3 sent'))
  for (const word of ['Too many people reported us', 'Stopped promotions', 'Read', 'Held', '+62 812-3456-7890'])
    expect(shownText()).toContain(word)
  await click(find('button', 'Go on'))
  expect(vi.mocked(submit).mock.calls[0]?.[0]).toMatchObject({ call: resumeBroadcast, params: { id: 'b1' } })
})

it('the list of broadcasts opens each', async () => {
  const onOpen = vi.fn()
  openPage(<Broadcasts opened="all" onOpen={onOpen} onRoom={() => undefined} />)
  await until(() => expect(shownText()).toContain('promo'))
  await click(find('li button', 'promo'))
  expect(onOpen).toHaveBeenCalledWith('b1')
})
