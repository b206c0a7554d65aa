// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { type ShownMessage, showMessage } from '#console/data/chat/fold.ts'
import { testMessage } from '#console/data/chat/test-chat.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { locales } from '#console/i18n/locales.ts'
import type { Message } from '#contract/chat/messages.ts'
import { chipNames, type MessageDetails, type NoteValues, noteNames } from '#contract/parts/message-fields.ts'
import type { Session } from '#contract/session.ts'
import { button, click, closePage, find, isThere, openPage } from '#tests/support/composer-page.tsx'
import { MessageText } from '../conversation/message-text.tsx'
import { Chips } from './chips.tsx'
import { PartsContext } from './context.ts'
import { Details } from './details.tsx'
import { Deleted, Edited } from './marks.tsx'
import { NoteLine } from './note-line.tsx'
import { noteWords } from './notes.ts'
import { ReactionBar, Reactions, ReactMenu } from './reactions.tsx'

const push = vi.hoisted(() => vi.fn<(path: string) => void>())
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ history: { push } }) }))

const nothing: NoteValues = {}
const react = vi.fn<(message: ShownMessage, emoji: string) => void>()
const around = { phone: '6281290001111', mayWrite: true, react }
const shown = (values: Partial<Message>) => showMessage(testMessage(1, 1, values))
const text = () => (document.body.textContent ?? '').replace(/[\u2066-\u2069]/g, '')

function draw(node: ReactNode, context: typeof around | null = around): string {
  openPage(<PartsContext value={context}>{node}</PartsContext>)
  return text()
}
const drawDetails = (details: MessageDetails, content = '', context: typeof around | null = around) =>
  draw(<Details message={shown({ content, details })} />, context)

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await loadMessages(['chat', 'parts'])
})
afterEach(() => {
  if (document.body.firstChild) closePage()
})

describe('notes', () => {
  const values: NoteValues = {
    from: '6281200000001',
    to: '6281200000002',
    phone: '6281200000001',
    response: 'accept',
    until: null,
    seconds: 238,
    what: 'ringing',
    emoji: '👍',
  }

  it.each(locales)('every note has words in %s', async (locale) => {
    await setLocale(locale)
    const words = noteNames.map((note_of) => noteWords({ note_of, values, content: null }))
    expect(words.filter((one) => one === '' || one.startsWith('part.'))).toEqual([])
    expect(new Set(words).size).toBe(words.length)
    await setLocale('en')
  })

  it.each([
    ['numberChanged', values, 'The customer changed number: +62 812-0000-0001 → +62 812-0000-0002'],
    ['callAnswered', values, 'Call, 3:58'],
    ['callPermission', values, 'The customer allows calls for good'],
    ['callPermission', { response: 'reject' }, 'The customer declined calls'],
    ['somethingNew', values, 'In English'],
    ['callAnswered', nothing, 'In English'],
    ['toString', nothing, 'In English'],
  ])('the note %s says what its values tell, else what is stored', (note_of, given, expected) => {
    expect(noteWords({ note_of, values: given, content: 'In English' }).replace(/[\u2066-\u2069]/g, '')).toBe(expected)
  })
})

describe('values in words', () => {
  const values: NoteValues = { from: '6281200000001', to: '6281200000002', phone: '6281200000003', seconds: 238 }
  const shownValues = () => [...document.querySelectorAll('bdi[dir=ltr].inline-block')].map(({ textContent }) => textContent)

  it.each([
    ['numberChanged', ['+62 812-0000-0001', '+62 812-0000-0002']],
    ['numberKnown', ['+62 812-0000-0003']],
    ['numberShared', ['+62 812-0000-0003']],
    ['callAnswered', ['3:58']],
  ])('numbers of the note %s run from left to right and stay whole, in every language', async (note_of, expected) => {
    for (const locale of locales) {
      await setLocale(locale)
      draw(<NoteLine message={shown({ kind: 'note', note_of, values })} />)
      expect([locale, shownValues()]).toEqual([locale, expected])
      closePage()
    }
    await setLocale('en')
  })

  it.each<[string, ReactNode, string[]]>([
    [
      'a form',
      <Details key="form" message={shown({ details: { type: 'form', lines: [{ label: 'phone_number', value: '+62 857-9000-0115' }] } })} />,
      ['+62 857-9000-0115'],
    ],
    ['a product', <Details key="product" message={shown({ details: { type: 'product', product: 'EMT-12' } })} />, ['EMT-12']],
    [
      'an order',
      <Details
        key="order"
        message={shown({ content: 'Transfer Rp 10.000.000 ke @nama.saja', details: { type: 'order', items: [], totals: [] } })}
      />,
      ['Rp 10.000.000', '@nama.saja'],
    ],
    [
      'a message',
      <MessageText key="text" text="حولت Rp 1.500.000، رقمي +62 812-3456-7890" mark="" tail={null} />,
      ['Rp 1.500.000', '+62 812-3456-7890'],
    ],
  ])('those of %s do, too', (_, node, expected) => {
    draw(node)
    expect(shownValues()).toEqual(expected)
  })

  it('a value that was searched for is marked', () => {
    draw(<MessageText text="Nomor saya +62 812-3456-7890" mark="3456" tail={null} />)
    expect(find('bdi[dir=ltr] mark').textContent).toBe('3456')
  })
})

describe('details', () => {
  const cards = [
    { name: 'Joko', phones: ['+62 812-3456-7890', '021 555 0101'], emails: ['joko@example.com'], firm: 'PT Uji' },
    { name: 'Tanpa Nomor', phones: [], emails: [], firm: '' },
  ]
  const as = (permissions: string[]) =>
    sessionStore.set((old) => ({ ...old, session: { user: { id: 1, ref: 'u', name: 'Sari' }, permissions } as unknown as Session }))

  it('cards have every number and address, and the first number makes a lead', async () => {
    as(['create crm', 'get crm'])
    const words = drawDetails({ type: 'contacts', cards })
    for (const part of ['Joko', '+62 812-3456-7890', '021 555 0101', 'joko@example.com', 'PT Uji', 'Tanpa Nomor'])
      expect(words).toContain(part)
    expect(document.querySelectorAll('button')).toHaveLength(1)
    await click(find('button', 'Add as lead'))
    expect(push).toHaveBeenCalledWith('/leads/add?name=Joko&phone=6281234567890')
  })

  it('nobody is offered a lead who may not make one', () => {
    as(['get crm'])
    expect(drawDetails({ type: 'contacts', cards })).not.toContain('Add as lead')
  })

  const item = (product: string, quantity: string, price: string, currency = 'IDR') => ({ product, quantity, price, currency })
  it('an order has what was written, its items and its totals, in rupiah as everywhere here', () => {
    const items = [item('EMT-12', '1', '1500000'), item('KLS-1', '2', '250000')]
    const content = 'Pesan ini ya\n1 × EMT-12 at Rp 1.500.000\n2 × KLS-1 at Rp 250.000\nTotal Rp 2.000.000'
    const words = drawDetails({ type: 'order', items, totals: [{ currency: 'IDR', amount: '2000000' }] }, content)
    for (const part of ['Pesan ini ya', '1 × EMT-12', 'Rp 1.500.000', '2 × KLS-1', 'Rp 250.000', 'Total', 'Rp 2.000.000'])
      expect(words).toContain(part)
    expect(words.match(/EMT-12/g)).toHaveLength(1)
  })

  it('a long order is folded until somebody asks for all of it', async () => {
    const items = Array.from({ length: 200 }, (_, n) => item(`P-${n}`, '1', '1000'))
    drawDetails({ type: 'order', items, totals: [] })
    expect(document.querySelectorAll('li')).toHaveLength(12)
    await click(find('button', 'Show all 200'))
    expect(document.querySelectorAll('li')).toHaveLength(200)
  })

  it.each<[string, MessageDetails, string, string[]]>([
    [
      'a form',
      {
        type: 'form',
        lines: [
          { label: 'nama', value: 'Budi' },
          { label: 'modal', value: '10 juta' },
        ],
      },
      '',
      ['nama: Budi', 'modal: 10 juta'],
    ],
    [
      'a place',
      { type: 'location', latitude: '-6.2', longitude: '106.8', name: 'Kantor Uji', address: 'Jl. Contoh 1' },
      '',
      ['Kantor Uji', 'Jl. Contoh 1', 'Open on the map'],
    ],
    [
      'a place without a name',
      { type: 'location', latitude: '-6.2', longitude: '106.8', name: '', address: '' },
      '',
      ['Location', '-6.2,106.8'],
    ],
    ['a product', { type: 'product', product: 'EMT-12' }, '', ['EMT-12: open it on the phone']],
    ['an edit that was kept back', { type: 'unreadable', what: 'edit', code: 131_051 }, 'x', ['Ask before money moves', '(131051)']],
    ['a poll', { type: 'unreadable', what: 'poll_creation', code: null }, 'x', ['sent a poll']],
    ['a lost picture', { type: 'unreadable', what: 'image', code: 131_052 }, 'x', ['a picture', 'could not fetch it', '(131052)']],
    [
      'a kind that is new',
      { type: 'unreadable', what: 'unknown', code: null },
      '[hologram] The customer',
      ['[hologram] The customer sent something'],
    ],
    ['what this console does not know', { type: 'unreadable', what: 'telepathy', code: null }, 'In English', ['In English']],
    ['an inherited name', { type: 'unreadable', what: 'constructor', code: null }, 'In English', ['In English']],
  ])('%s says what it is', (_, details, content, expected) => {
    const words = drawDetails(details, content)
    for (const part of expected) expect(words).toContain(part)
  })

  it('a place opens on the map, and nothing of it is read as an address', () => {
    drawDetails({ type: 'location', latitude: '-6.2', longitude: '106.8', name: 'javascript:alert(1)', address: '' })
    expect(find<HTMLAnchorElement>('a').href).toBe('https://www.google.com/maps/search/?api=1&query=-6.2%2C106.8')
  })

  it('a missed call is called back where the number is known, else the number is asked for', () => {
    expect(drawDetails({ type: 'call', state: 'missed' })).toContain('Call back')
    expect(find<HTMLAnchorElement>('a').getAttribute('href')).toBe('tel:+6281290001111')
    closePage()
    expect(drawDetails({ type: 'call', state: 'missed' }, '', { ...around, phone: '' })).toContain('Ask for the number')
    closePage()
    expect(drawDetails({ type: 'call', state: 'missed' }, '', { ...around, phone: '', mayWrite: false })).toBe('Missed call')
  })

  it('details of a kind that is not known here show the words', () => {
    const unknown = { type: 'hologram' } as unknown as MessageDetails
    expect(drawDetails(unknown, 'The plain words')).toBe('The plain words')
  })
})

describe('chips', () => {
  it.each(locales)('every chip has words in %s', async (locale) => {
    await setLocale(locale)
    for (const chip of chipNames) {
      expect(draw(<Chips chips={[{ chip, text: 'EMT' }]} />)).not.toMatch(/^part\.|^$/)
      closePage()
    }
    await setLocale('en')
  })

  it('an advertisement has its headline and its link, and only links of the web', () => {
    expect(draw(<Chips chips={[{ chip: 'ad', text: 'Kelas Saham Gratis', url: 'https://fb.me/1' }]} />)).toBe(
      'From an ad: Kelas Saham Gratis',
    )
    expect(find('a').getAttribute('rel')).toContain('noopener')
    closePage()
    draw(<Chips chips={[{ chip: 'ad', url: 'javascript:alert(1)' }]} />)
    expect(isThere('a')).toBe(false)
  })
})

describe('marks', () => {
  it('a deleted message is folded, and shows what it said when it is asked for', async () => {
    draw(
      <Deleted isOurs={false} meta="12:00">
        Rahasia
      </Deleted>,
    )
    expect(text()).toBe('Deleted by the customerShow12:00')
    await click(find('button', 'Show'))
    expect(text()).toContain('Rahasia')
  })

  it('a press shows the former texts of an edited message, the last one first', async () => {
    draw(
      <Edited
        edits={[
          { content: 'satu', at: '2026-11-20T00:00:00Z' },
          { content: 'dua', at: '2026-11-20T00:01:00Z' },
        ]}
      />,
    )
    expect(text()).toBe('edited')
    await click(find('button', 'edited'))
    expect(text()).toMatch(/Earlier texts.*dua.*satu/)
  })

  const reactions = [
    { emoji: '👍', by: 'customer' as const, name: null, at: '' },
    { emoji: '🙏', by: 'us' as const, name: 'Sari', at: '' },
  ]
  const labels = (selector: string) => [...document.querySelectorAll(selector)].map((each) => each.getAttribute('aria-label'))

  it('reactions say whose they are, and a press takes ours away', async () => {
    const message = shown({ reactions })
    draw(<Reactions message={message} customer="Rina" />)
    expect(labels('[role=img]')).toEqual(['👍 from Rina'])
    await click(button('Take 🙏 away'))
    expect(react).toHaveBeenLastCalledWith(message, '')
  })

  it.each([
    [{ reacting: { parked: null } }, '🙏 waits to be sent'],
    [{ reacting: { parked: { message: 'Only a template may be sent', seq: 1 } } }, '🙏 was not sent: Only a template may be sent'],
    [
      { reactions: [{ emoji: '🙏', by: 'us' as const, name: 'Sari', at: '', failure: 'Closed (131047)' }] },
      '🙏 was not sent: Closed (131047)',
    ],
  ])('our reaction says what became of it', (values, label) => {
    draw(<Reactions message={{ ...shown({ reactions }), ...values }} customer="Rina" />)
    expect(labels('button')).toEqual([label])
  })

  it('one of the usual emoji or any other is a reaction, and the same again takes it away', async () => {
    react.mockClear()
    const message = shown({ reactions })
    draw(<ReactMenu message={message} className="" open />)
    await click(button('React 👍'))
    expect(react).toHaveBeenLastCalledWith(message, '👍')
    closePage()
    draw(<ReactionBar message={message} onReacted={() => undefined} />)
    await click(button('React 🙏'))
    await click(button('React 🙏'))
    expect(react).toHaveBeenCalledTimes(2)
    expect(react).toHaveBeenLastCalledWith(message, '')
    closePage()
    draw(<ReactionBar message={message} onReacted={() => undefined} />)
    await click(button('More emoji'))
    await click(button('📈'))
    expect(react).toHaveBeenLastCalledWith(message, '📈')
  })

  it('nobody is offered a reaction outside the 24 hours', () => {
    expect(draw(<ReactionBar message={shown({})} onReacted={() => undefined} />, { ...around, react: null as never })).toBe('')
  })
})
