import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdLock, isHeld } from './shared-lock.ts'
import { createWebLock } from './web-lock.ts'

/** Locks of a browser, as far as they are asked for; `steal` ends the holder's request. */
function createLocks() {
  const held = new Map<string, { end: (error: unknown) => void }>()
  const request = vi.fn(async (name: string, options: LockOptions, work: (lock: unknown) => Promise<unknown>) => {
    if (held.has(name) && !options.steal) return work(null)
    held.get(name)?.end(new DOMException('stolen', 'AbortError'))
    const taken = { end: (_: unknown) => {} }
    const stolen = new Promise<never>((_, reject) => {
      taken.end = reject
    })
    held.set(name, taken)
    try {
      return await Promise.race([work({ name }), stolen])
    } finally {
      if (held.get(name) === taken) held.delete(name)
    }
  })
  return { request, held }
}

let elapsed = 0
let beat = 1
let locks: ReturnType<typeof createLocks>
const open = () => createWebLock({ name: 'drain', lastBeat: async () => beat, elapsed: () => elapsed })
beforeEach(() => {
  ;[elapsed, beat] = [0, 1]
  locks = createLocks()
  vi.stubGlobal('navigator', { locks })
})
afterEach(() => vi.unstubAllGlobals())

/** A drain that goes on until it is ended. */
function hold() {
  let end = () => {}
  let signal: AbortSignal | undefined
  const outcome = open()((given) => {
    signal = given
    return new Promise<void>((resolve) => {
      end = resolve
    })
  })
  return { end: () => end(), outcome, isAborted: () => signal?.aborted }
}

describe('one drain', () => {
  it('keeps others out until it has ended', async () => {
    const holder = hold()
    const work = vi.fn(async () => undefined)
    expect(await open()(work)).toBe('busy')
    expect(work).not.toHaveBeenCalled()
    holder.end()
    expect(await holder.outcome).toBe('ran')
    expect(await open()(work)).toBe('ran')
    expect(work).toHaveBeenCalledOnce()
  })

  it('is displaced once it was silent for a minute, and hears of it', async () => {
    const holder = hold()
    const other = open()
    const work = vi.fn(async () => undefined)
    expect(await other(work)).toBe('busy')
    elapsed = 59_999
    expect(await other(work)).toBe('busy')
    elapsed = 60_000
    expect(await other(work)).toBe('ran')
    expect(work).toHaveBeenCalledOnce()
    await holder.outcome
    expect(holder.isAborted()).toBe(true)
  })

  it('is not displaced while it beats, whatever the clock says', async () => {
    const holder = hold()
    const other = open()
    const work = vi.fn(async () => undefined)
    for (let minute = 0; minute < 4; minute++) {
      expect(await other(work)).toBe('busy')
      elapsed += 60_000
      beat += 1
    }
    expect(await other(work)).toBe('busy')
    expect(work).not.toHaveBeenCalled()
    holder.end()
    await holder.outcome
  })

  it('begins to count its silence anew behind a pass of one’s own', async () => {
    const mine = open()
    await mine(async () => undefined)
    const holder = hold()
    elapsed = 70_000
    expect(await mine(async () => undefined)).toBe('busy')
    elapsed = 129_999
    expect(await mine(async () => undefined)).toBe('busy')
    holder.end()
    await holder.outcome
  })

  it('that fails says so', async () => {
    await expect(open()(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
    expect(locks.held.size).toBe(0)
  })

  it('runs where the browser has no locks', async () => {
    vi.stubGlobal('navigator', {})
    const work = vi.fn(async (signal: AbortSignal) => expect(signal.aborted).toBe(false))
    expect(await open()(work)).toBe('ran')
    expect(work).toHaveBeenCalledOnce()
  })
})

describe('a shared lock', () => {
  it('is held until it is let go of', async () => {
    const request = vi.fn((_: string, __: LockOptions, work: () => Promise<unknown>) => work())
    const query = vi.fn(async () => ({ held: [{ name: 'other' }, { name: 'looking' }] }))
    vi.stubGlobal('navigator', { locks: { request, query } })
    const release = holdLock('looking')
    expect(request.mock.calls[0]?.slice(0, 2)).toMatchObject(['looking', { mode: 'shared' }])
    let isOver = false
    void request.mock.results[0]?.value.then(() => {
      isOver = true
    })
    await Promise.resolve()
    expect(isOver).toBe(false)
    release()
    await vi.waitFor(() => expect(isOver).toBe(true))
    expect([await isHeld('looking'), await isHeld('nobody')]).toEqual([true, false])
  })

  it('is held by nobody where the browser cannot tell', async () => {
    vi.stubGlobal('navigator', { locks: { query: () => Promise.reject(new Error('no')), request: () => Promise.reject(new Error('no')) } })
    expect(await isHeld('looking')).toBe(false)
    holdLock('looking')()
    vi.stubGlobal('navigator', { locks: { query: async () => ({}) } })
    expect(await isHeld('looking')).toBe(false)
    vi.stubGlobal('navigator', {})
    expect(await isHeld('looking')).toBe(false)
    holdLock('looking')()
  })
})
