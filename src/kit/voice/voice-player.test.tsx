// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { closePage, drawPage, find, openPage, press, until } from '#tests/support/composer-page.tsx'
import { VoicePlayer } from './voice-player.tsx'

const fixture = (name: string) => new Blob([Uint8Array.from(readFileSync(`tests/support/files/sounds/${name}`))])
const calls = { want: vi.fn(), unplayable: vi.fn(), save: vi.fn() }
const play = vi.fn<() => Promise<void>>()

beforeAll(async () => {
  await setLocale('en')
  await loadMessages('voice')
})
beforeEach(() => {
  for (const mock of [...Object.values(calls), play]) mock.mockReset()
  play.mockResolvedValue()
  HTMLMediaElement.prototype.play = play
})
afterEach(closePage)

interface Given {
  url?: string | null
  content?: Blob
  hasFailed?: boolean
  playsAtOnce?: boolean
}

const player = ({ url = 'blob:one', content, hasFailed = false, playsAtOnce = false }: Given = {}) => (
  <VoicePlayer
    url={url}
    content={content}
    size={4_096}
    isLoading={false}
    isMissing={false}
    onWant={calls.want}
    onUnplayable={calls.unplayable}
    onSave={hasFailed ? calls.save : null}
    playsAtOnce={playsAtOnce}
  />
)

const shownLength = () => find('[data-length]').textContent
const fail = () => act(async () => find('audio').dispatchEvent(new Event('error')))

it.each([
  ['chromium.webm', '0:02'],
  ['firefox.ogg', '0:02'],
  ['webkit.opus.m4a', '0:01'],
  ['fragmented-aac.m4a', '0:02'],
])('the length of %s stands there before it is played', async (name, length) => {
  openPage(player({ content: fixture(name) }))
  await until(() => expect(shownLength()).toBe(length))
  expect(play).not.toHaveBeenCalled()
})

it('the size stands there while nothing tells the length', async () => {
  openPage(player({ content: fixture('tone.mp3') }))
  await until(() => expect(shownLength()).toMatch(/4 KB/))
})

it('a sound that this browser does not play is asked for in another form by a press alone, and then plays', async () => {
  openPage(player())
  await fail()
  expect(calls.unplayable).not.toHaveBeenCalled()
  await press('Play')
  expect(calls.unplayable).toHaveBeenCalledTimes(1)
  expect(play).not.toHaveBeenCalled()
  drawPage(player({ url: 'blob:two' }))
  await until(() => expect(play).toHaveBeenCalled())
})

it('a press that meets the error asks for the other form at once', async () => {
  play.mockRejectedValue(new DOMException('no codec', 'NotSupportedError'))
  openPage(player())
  await press('Play')
  await fail()
  expect(calls.unplayable).toHaveBeenCalledTimes(1)
})

it('a browser that needs another press is not taken for one that cannot play', async () => {
  play.mockRejectedValue(new DOMException('', 'NotAllowedError'))
  openPage(player({ playsAtOnce: true }))
  await until(() => expect(play).toHaveBeenCalledTimes(1))
  drawPage(player({ playsAtOnce: true }))
  expect([play.mock.calls.length, calls.unplayable.mock.calls.length]).toEqual([1, 0])
})

it('a sound that plays in no form can be saved', async () => {
  openPage(player({ hasFailed: true }))
  expect(find('[role=status]').textContent).toMatch(/cannot play/)
  await act(async () => find('button', 'Save').click())
  expect(calls.save).toHaveBeenCalledTimes(1)
})
