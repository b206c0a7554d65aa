import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  forgetWorker,
  leaveCredentials,
  readCredentials,
  readLanguage,
  readPreferences,
  takeAlerts,
  writeCredentials,
  writeLanguage,
  writePreferences,
} from './credentials.ts'

beforeEach(() => forgetWorker())

const sari = { token: 't1', owner: 'sari' }

describe('who is signed in', () => {
  it('is nobody, until the console tells', async () => {
    expect(await readCredentials()).toBeNull()
    await writeCredentials(sari)
    expect(await readCredentials()).toEqual({ ...sari, epoch: 1 })
    await writeCredentials(null)
    expect(await readCredentials()).toBeNull()
  })

  it('keeps its epoch with the same token, and begins a new one with any other', async () => {
    const epoch = async (next: Parameters<typeof writeCredentials>[0]) => {
      await writeCredentials(next)
      return (await readCredentials())?.epoch
    }
    expect([
      await epoch(sari),
      await epoch({ ...sari }),
      await epoch({ ...sari, token: 't2' }),
      await epoch({ token: 't2', owner: 'budi' }),
    ]).toEqual([1, 1, 2, 3])
    await writeCredentials(null)
    await writeCredentials(null)
    expect(await epoch({ token: 't2', owner: 'budi' })).toBe(5)
  })
})

it('language and preferences are what was chosen last; alerts are wanted until then', async () => {
  expect([await readLanguage(), await readPreferences()]).toEqual(['', { alerts: true, newTab: false }])
  await writeLanguage('id')
  await writePreferences({ alerts: false, newTab: true })
  expect([await readLanguage(), await readPreferences()]).toEqual(['id', { alerts: false, newTab: true }])
  await forgetWorker()
  expect(await readLanguage()).toBe('')
})

describe('takeAlerts', () => {
  it('gives each message to whoever comes first, also of two at once', async () => {
    expect(await takeAlerts(['a', 'b'])).toEqual(['a', 'b'])
    expect(await takeAlerts(['b', 'c'])).toEqual(['c'])
    const both = await Promise.all([takeAlerts(['d']), takeAlerts(['d'])])
    expect(both.flat()).toEqual(['d'])
    expect(await takeAlerts([])).toEqual([])
  })

  it('remembers the last 300', async () => {
    const refs = Array.from({ length: 300 }, (_, at) => `m${at}`)
    await takeAlerts(refs)
    expect(await takeAlerts(['m0', 'm299'])).toEqual([])
    await takeAlerts(['new'])
    expect(await takeAlerts(['m1', 'm0'])).toEqual(['m0'])
  })
})

describe('a page that is left', () => {
  it('aborts what is under way and begins nothing, because every drain would wait for it, until it has returned', async () => {
    await writeCredentials(sari)
    const under = takeAlerts(['m1'])
    await new Promise<void>((resolve) => queueMicrotask(resolve))
    await Promise.resolve()
    leaveCredentials(true)
    await expect(under).rejects.toMatchObject({ name: 'AbortError' })
    await expect(writeLanguage('id')).rejects.toMatchObject({ name: 'AbortError' })
    await expect(readCredentials()).rejects.toMatchObject({ name: 'AbortError' })
    leaveCredentials(false)
    expect([await readCredentials(), await readLanguage(), await takeAlerts(['m1'])]).toEqual([{ ...sari, epoch: 1 }, '', ['m1']])
  })
})
