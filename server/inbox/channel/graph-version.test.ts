import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '#server/platform/core/log.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { startVersion } from './graph-version.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-28T05:00:00Z'), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

/** Lines of the log of a start. */
async function start(env: Record<string, string>): Promise<string> {
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => void lines.push(line) })
  await startVersion({ settings: readSettings(env), log })
  return lines.join('')
}

it('a start says that its version has ended, or ends within 90 days', async () => {
  expect(await start({ CHAT_CLOUD_URL: 'https://graph.facebook.com/v20.0' })).toContain('version of the WhatsApp Cloud API has ended')
  expect(await start({ CHAT_CLOUD_URL: 'https://graph.facebook.com/v21.0' })).toMatch(/"days":54.*ends soon/)
  expect(await start({ CHAT_CLOUD_URL: 'https://graph.facebook.com/v22.0' })).toBe('')
  expect(await start({ CHAT_CLOUD_URL: 'http://127.0.0.1:4000' })).toBe('')
})

it('the default version is v25.0', async () => {
  expect(readSettings({}).chatCloudUrl).toBe('https://graph.facebook.com/v25.0')
  expect(await start({})).toBe('')
})
