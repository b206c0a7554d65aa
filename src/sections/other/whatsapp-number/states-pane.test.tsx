// @vitest-environment happy-dom
import { notifyManager, onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#console/data/api/api-error.ts'
import { connectionStore } from '#console/data/api/connection.ts'
import { request } from '#console/data/api/request.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import { whatsappNumber } from '#contract/sections/other/whatsapp-number.ts'
import type { ChannelState } from './states.ts'
import { StatesNotice } from './states-notice.tsx'
import { StatesPane } from './states-pane.tsx'

vi.mock('#console/data/api/request.ts', () => ({ request: vi.fn() }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ params, children }: { params: Record<string, string>; children: ReactNode }) => (
    <a href={`/${params.section}/${params.view}/list`}>{children}</a>
  ),
}))

let made = 0
function state(kind: string, values: Record<string, string>, more: Partial<ChannelState> = {}): ChannelState {
  made += 1
  const pairs = Object.entries(values).map(([name, value]) => ({ name, value }))
  const of = { id: made, name: 'Sales', account: '102', number: null, kind, subject: '', alert: null, words: [], values: pairs }
  return { ...of, at: '2026-11-20T02:00:00.000Z', ...more }
}
const words = (said: string) => [{ language: 'en', said, todo: 'Do this.' }]

let root: Root
async function draw(states: readonly ChannelState[] | Error): Promise<void> {
  vi.mocked(request).mockReset()
  if (states instanceof Error) vi.mocked(request).mockRejectedValue(states)
  else vi.mocked(request).mockResolvedValue({ data: states })
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <StatesNotice />
        <StatesPane
          parts={{ section: whatsappNumber, columns: [], extras: {}, onIntent: () => undefined }}
          view={{ name: 'states' }}
          state={{ search: {}, show: () => undefined }}
          heading={{ level: 1, text: 'WhatsApp numbers' }}
        />
      </QueryClientProvider>,
    ),
  )
}
const text = () => document.body.textContent ?? ''
const lines = () => [...document.querySelectorAll('section section li')].map(({ textContent }) => textContent)

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  notifyManager.setScheduler(queueMicrotask)
  await setLocale('en')
  await Promise.all([loadMessages(['kit']), loadSectionWords('whatsapp-number')])
})
beforeEach(() => {
  connectionStore.set('online')
  onlineManager.setOnline(true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  queryClient.clear()
})

const time = '20 Nov 2026, 09:00'

it.each([
  ['quality', { event: 'FLAGGED' }, '', `Quality${time}Low`],
  ['quality', { rating: 'RED' }, '', `Quality${time}Low`],
  ['quality', { rating: 'YELLOW' }, '', `Quality${time}Medium`],
  ['quality', { rating: 'GREEN' }, '', `Quality${time}Good`],
  ['quality', { rating: 'UNKNOWN' }, '', `Quality${time}Not known yet`],
  ['limit', { limit: 'TIER_2K' }, '', `Limit${time}2,000 people a day`],
  ['limit', { limit: 'TIER_UNLIMITED' }, '', `Limit${time}No limit`],
  ['limit', { limit: 'TIER_OF_2027' }, '', `Limit${time}TIER_OF_2027`],
  ['name', { decision: 'REJECTED', requested_verified_name: 'Toko', rejection_reason: 'X' }, '', `NameName: TokoReason: X${time}Rejected`],
  ['security', { event: 'PIN_CHANGED' }, '', `Security${time}PIN changed`],
  ['security', { event: 'EVENT_OF_2027' }, '', `Security${time}EVENT_OF_2027`],
  ['calls', { status: 'ENABLED' }, '', `Calls${time}On`],
  ['username', { username: 'lapangan.uji', status: 'approved' }, '', `Usernamelapangan.uji${time}Approved`],
  ['review', { decision: 'DEFERRED' }, '', `Review${time}In review`],
  ['capability', { limit: '250', max_phone_numbers_per_waba: '25' }, '', `Limit${time}250 people a day`],
  ['ban', {}, '', `Account${time}All is well`],
  ['ban', { state: 'SCHEDULE_FOR_DISABLE', date: 'December 5, 2026' }, '', `AccountOn December 5, 2026${time}Off soon`],
  [
    'connection',
    { isOff: 'true', event: 'PARTNER_REMOVED', reason: 'PRIMARY_INACTIVITY' },
    '',
    `Connection${time}The phone was silent for 14 days`,
  ],
  ['connection', { isOff: 'true', event: 'ACCOUNT_DELETED', reason: '' }, '', `ConnectionACCOUNT_DELETED${time}`],
  ['restriction', { type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', until: '2026-12-01T04:00:00.000Z' }, '', 'Until 1 Dec 2026, 11:00'],
  ['template', { event: 'REJECTED', reason: 'INCORRECT_CATEGORY' }, 'promo id', `Status · promo (id)Reason: Wrong category${time}Rejected`],
  ['template', { event: 'EVENT_OF_2027', reason: 'NONE' }, 'promo id', `Status · promo (id)${time}EVENT_OF_2027`],
  ['templateQuality', { previous_quality_score: 'GREEN', new_quality_score: 'YELLOW' }, 'promo id', `Before: Good${time}Medium`],
  ['templateCategory', { new_category: 'UTILITY', correct_category: 'MARKETING' }, 'promo id', `Becomes Marketing${time}Utility`],
  ['form', { old_status: 'PUBLISHED', new_status: 'BLOCKED' }, '66', `Status · 66Before: In use${time}Blocked`],
  ['kind_of_2027', { x: 'y' }, '', `kind_of_2027y${time}`],
])('the state %s of %o has a name, words and its time', async (kind, values, subject, expected) => {
  await draw([state(kind, values, { subject })])
  await vi.waitFor(() => expect(lines()).toEqual([expect.stringContaining(expected)]))
})

it('what needs somebody is first, newest first, with what to do, and the list of numbers says how many', async () => {
  await draw([
    state('review', { decision: 'APPROVED' }),
    state('security', { event: 'PIN_CHANGED' }, { alert: 'pinChanged', words: words('PIN changed.'), at: '2026-11-19T02:00:00.000Z' }),
    state('template', { event: 'PAUSED' }, { alert: 'templatePaused', words: words('Paused.'), name: 'Support' }),
    state('templateParts', {}),
  ])
  await vi.waitFor(() => expect(text()).toContain('Needs somebody'))
  const needs = [...document.querySelectorAll('section[aria-label="Needs somebody"] li')].map(({ textContent }) => textContent)
  expect(needs).toEqual([`Paused.Do this.${time} · Support`, 'PIN changed.Do this.19 Nov 2026, 09:00 · Sales'])
  expect([...document.querySelectorAll('section > header h2')].map(({ textContent }) => textContent)).toEqual([
    'Needs somebody',
    'Sales',
    'Support',
  ])
  expect(text()).toContain('2 things at WhatsApp need somebody.')
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/whatsapp-number/states/list')
  expect(lines()).toHaveLength(3)
})

it.each([
  ['that is empty', () => draw([]), 'WhatsApp has said nothing yet'],
  ['that failed', () => draw(new ApiError('Too many requests', 429, 'too_many')), 'Too many requests'],
  [
    'without a connection',
    () => {
      connectionStore.set('offline')
      onlineManager.setOnline(false)
      return draw([])
    },
    'This list needs a connection.',
  ],
])('a screen %s has words', async (_, prepare, expected) => {
  await prepare()
  await vi.waitFor(() => expect(text()).toContain(expected))
})
