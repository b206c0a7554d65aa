import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isWithoutBrowser } from './home-screen-app.ts'
import { openFile } from './open-file.ts'
import { saveFile } from './save-file.ts'

const shown: { name: string; content: Promise<File> }[] = []
vi.mock('./file-window.tsx', () => ({
  showFile: async (name: string, content: Promise<File>) => {
    shown.push({ name, content })
    await content
  },
}))

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const agents = {
  iPhoneSafari: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${safari} Version/18.5 Mobile/15E148 Safari/604.1`,
  iPhoneChrome: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${safari} CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1`,
  iPhoneFirefox: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${safari} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`,
  iPhoneApp: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${safari} Mobile/15E148`,
  iPhoneInstagram: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${safari} Mobile/22F76 Instagram 389.0.0.31.87`,
  mac: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari} Version/18.5 Safari/605.1.15`,
  android: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
} as const

interface Device {
  agent?: keyof typeof agents
  standalone?: boolean
  display?: 'standalone' | 'browser'
  touch?: boolean
  /** What the system answers to each press, in turn; null where it shares no files. */
  share?: (string | null)[] | null
}

const clicks: { href: string; download: string }[] = []
const shares: File[] = []

function openDevice({ agent = 'iPhoneApp', standalone, display = 'browser', touch = false, share = [null] }: Device = {}) {
  const answers = [...(share ?? [])]
  vi.stubGlobal('navigator', {
    userAgent: agents[agent],
    maxTouchPoints: touch ? 5 : 0,
    ...(standalone !== undefined && { standalone }),
    ...(share && {
      canShare: ({ files }: { files: File[] }) => files.length > 0,
      share: async ({ files }: { files: File[] }) => {
        shares.push(...files)
        const error = answers.shift()
        if (error) throw new DOMException('no', error)
      },
    }),
  })
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes(display) || (touch && query.includes('coarse')) }))
  vi.stubGlobal('document', {
    createElement: () => ({
      click(this: (typeof clicks)[number]) {
        clicks.push({ href: this.href, download: this.download })
      },
    }),
  })
}

beforeEach(() => {
  for (const list of [clicks, shares, shown]) list.length = 0
})

const pdf = new Blob(['%PDF-1.4'], { type: 'application/pdf' })

describe('isWithoutBrowser', () => {
  it.each<[string, boolean, Device]>([
    ['an app of the home screen', true, { agent: 'iPhoneApp', standalone: true, display: 'standalone' }],
    ['an app of the home screen that hides it from media queries', true, { agent: 'iPhoneSafari', standalone: true }],
    ['an iPad that says it is a Mac', true, { agent: 'mac', touch: true, display: 'standalone' }],
    ['a page inside another app', true, { agent: 'iPhoneInstagram', standalone: false }],
    ['Safari on an iPhone', false, { agent: 'iPhoneSafari', standalone: false }],
    ['Chrome on an iPhone', false, { agent: 'iPhoneChrome', standalone: false }],
    ['Firefox on an iPhone', false, { agent: 'iPhoneFirefox', standalone: false }],
    ['a Mac with the app in its dock', false, { agent: 'mac', display: 'standalone' }],
    ['an Android with the app installed', false, { agent: 'android', touch: true, display: 'standalone' }],
    ['a laptop', false, { agent: 'firefox' }],
  ])('%s: %s', (_what, isIt, device) => {
    openDevice(device)
    expect(isWithoutBrowser()).toBe(isIt)
  })
})

describe('saveFile', () => {
  it.each<[string, Device, { clicks?: number; shares?: number; shown?: number }]>([
    ['a laptop downloads', { agent: 'firefox' }, { clicks: 1 }],
    ['Safari on an iPhone downloads', { agent: 'iPhoneSafari', standalone: false, touch: true }, { clicks: 1 }],
    ['an Android downloads', { agent: 'android', touch: true, display: 'standalone' }, { clicks: 1 }],
    ['an app of the home screen shares', {}, { shares: 1 }],
    ['closing the sheet of the system is no error, and asks nothing again', { share: ['AbortError'] }, { shares: 1 }],
    ['a second press while the sheet is open does nothing', { share: ['InvalidStateError'] }, { shares: 1 }],
    ['a press that is too old leaves the file on a page with a button', { share: ['NotAllowedError'] }, { shares: 1, shown: 1 }],
    ['a file that the system refuses is shown', { share: ['DataError'] }, { shares: 1, shown: 1 }],
    ['an app whose system shares no files shows it', { share: null }, { shown: 1 }],
  ])('%s', async (_what, device, done) => {
    openDevice(device)
    await saveFile(pdf, 'Receipt.pdf')
    expect({ clicks: clicks.length, shares: shares.length, shown: shown.length }).toEqual({ clicks: 0, shares: 0, shown: 0, ...done })
  })

  it('a file for a customer is shared on any touch screen, and downloaded where that fails', async () => {
    openDevice({ agent: 'android', touch: true, share: [null, 'NotAllowedError'] })
    await saveFile(pdf, 'Receipt.pdf', { sharesOnTouch: true })
    expect([shares.length, clicks.length]).toEqual([1, 0])
    await saveFile(pdf, 'Receipt.pdf', { sharesOnTouch: true })
    expect([shares.length, clicks.length]).toEqual([2, 1])
    openDevice({ agent: 'firefox' })
    await saveFile(pdf, 'Receipt.pdf', { sharesOnTouch: true })
    expect([shares.length, clicks.length]).toEqual([2, 2])
  })

  it('a shared file has its type, and a name that every system takes', async () => {
    openDevice({ share: [null] })
    await saveFile(pdf, 'INV/2026/001.pdf')
    expect(shares.map(({ name, type }) => ({ name, type }))).toEqual([{ name: 'INV-2026-001.pdf', type: 'application/pdf' }])
  })

  it('the address of a download ends after a minute, not before the browser has read it', async () => {
    vi.useFakeTimers()
    const revoke = vi.spyOn(URL, 'revokeObjectURL')
    openDevice({ agent: 'firefox' })
    await saveFile(pdf, 'Receipt.pdf')
    vi.advanceTimersByTime(59_000)
    expect(revoke).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2_000)
    expect(revoke).toHaveBeenCalledWith(clicks[0]?.href)
    vi.useRealTimers()
    revoke.mockRestore()
  })

  it('a file of markup is no page of ours where the browser opens it', async () => {
    const create = vi.spyOn(URL, 'createObjectURL')
    openDevice({ agent: 'firefox' })
    for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml'])
      await saveFile(new Blob(['<script>'], { type }), 'x')
    expect(create.mock.calls.map(([made]) => (made instanceof Blob ? made.type : ''))).toEqual(Array(4).fill('application/octet-stream'))
    create.mockRestore()
  })
})

describe('openFile', () => {
  const file = { name: 'bukti.png', type: 'image/png', load: async () => new Blob(['x']) }
  const openTab = (tab: unknown) => {
    const open = vi.fn(() => tab)
    vi.stubGlobal('window', { open })
    return open
  }

  it('a tab opens with the press and shows the file, and is closed on failure', async () => {
    openDevice({ agent: 'firefox' })
    const tab = { location: { href: '' }, close: vi.fn() }
    const open = openTab(tab)
    const fail = vi.fn()
    const opening = openFile(file, fail)
    expect(open).toHaveBeenCalledTimes(1)
    await opening
    expect(tab.location.href).toMatch(/^blob:/)
    await openFile({ ...file, load: () => Promise.reject(new Error('gone')) }, fail)
    expect([tab.close.mock.calls.length, fail.mock.calls.length]).toEqual([1, 1])
  })

  it('an app of the home screen shows it on a page of ours, and opens no tab', async () => {
    openDevice({ standalone: true })
    const open = openTab({})
    await openFile(file, vi.fn())
    expect(open).not.toHaveBeenCalled()
    expect([shown[0]?.name, (await shown[0]?.content)?.type]).toEqual(['bukti.png', 'image/png'])
  })

  it('a blocked tab is a page of ours, never the address of this one', async () => {
    openDevice({ agent: 'firefox' })
    openTab(null)
    const assign = vi.fn()
    vi.stubGlobal('location', {
      assign,
      set href(_to: string) {
        assign()
      },
    })
    await openFile(file, vi.fn())
    expect([shown.length, assign.mock.calls.length]).toEqual([1, 0])
  })

  it('a page of ours tells its failure once', async () => {
    openDevice({ standalone: true })
    const fail = vi.fn()
    await openFile({ ...file, load: () => Promise.reject(new Error('gone')) }, fail)
    expect(fail).toHaveBeenCalledTimes(1)
  })
})
