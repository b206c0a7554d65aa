import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdLock, isHeld } from './shared-lock.ts'
import { askHolder, createWebLock } from './web-lock.ts'

/** Locks of a browser, as far as they are asked for; `steal` ends the holder's request. */
function createLocks() {
  const held = new Map<string, { end: (error: unknown) => void }>()
  const freed = (name: string, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason))
      const look = () => (held.has(name) ? setTimeout(look) : resolve())
      look()
    })
  const request = vi.fn(async (name: string, options: LockOptions, work: (lock: unknown) => Promise<unknown>) => {
    if (held.has(name) && options.ifAvailable) return work(null)
    if (!options.steal && held.has(name)) await freed(name, options.signal)
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

describe('a drain whose page is suspended or left', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const never = () => new Promise<void>(() => undefined)
  let answers = true
  const openAsking = (parts: Partial<Parameters<typeof createWebLock>[0]> = {}) =>
    createWebLock({ name: 'drain', lastBeat: async () => beat, elapsed: () => elapsed, asks: async () => answers, ...parts })

  it('is displaced at once when it does not answer, whatever it beat last', async () => {
    void openAsking()(never)
    await vi.advanceTimersByTimeAsync(0)
    answers = true
    expect(await openAsking()(async () => undefined)).toBe('busy')
    answers = false
    expect(await openAsking()(async () => undefined)).toBe('ran')
  })

  it('is followed within a moment of its end by whoever it kept out', async () => {
    answers = true
    let end = () => {}
    void openAsking()(() => new Promise<void>((resolve) => (end = resolve)))
    await vi.advanceTimersByTimeAsync(0)
    const onFree = vi.fn()
    const other = openAsking({ onFree })
    expect([await other(async () => undefined), await other(async () => undefined)]).toEqual(['busy', 'busy'])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(onFree).not.toHaveBeenCalled()
    end()
    await vi.advanceTimersByTimeAsync(10)
    expect(onFree).toHaveBeenCalledTimes(1)
    expect(await other(async () => undefined)).toBe('ran')
  })

  it('is displaced within three seconds by whoever waits, without being asked once more', async () => {
    answers = true
    void openAsking()(never)
    await vi.advanceTimersByTimeAsync(0)
    const asks = vi.fn(async () => answers)
    const onFree = vi.fn()
    const other = openAsking({ asks, onFree })
    expect(await other(async () => undefined)).toBe('busy')
    answers = false
    await vi.advanceTimersByTimeAsync(3_000)
    expect(onFree).toHaveBeenCalledTimes(1)
    asks.mockClear()
    expect([await other(async () => undefined), asks.mock.calls.length]).toEqual(['ran', 0])
  })

  it('is displaced when it answers and has not beaten for a minute: what it waits for may never come', async () => {
    answers = true
    void openAsking()(never)
    await vi.advanceTimersByTimeAsync(0)
    const onFree = vi.fn()
    const other = openAsking({ onFree })
    expect(await other(async () => undefined)).toBe('busy')
    elapsed = 60_000
    await vi.advanceTimersByTimeAsync(1_500)
    expect([onFree.mock.calls.length, await other(async () => undefined)]).toEqual([1, 'ran'])
  })

  it('lets go when the page is left, though its work never ends, and nobody waits in its name', async () => {
    answers = true
    const leaving = new AbortController()
    const own = openAsking({ signal: leaving.signal })
    let aborted: AbortSignal | undefined
    const outcome = own((signal) => {
      aborted = signal
      return never()
    })
    await vi.advanceTimersByTimeAsync(0)
    const waiting = openAsking({ signal: leaving.signal, onFree: () => expect.unreachable() })
    expect(await waiting(async () => undefined)).toBe('busy')
    leaving.abort()
    expect([await outcome, aborted?.aborted, locks.held.size]).toEqual(['ran', true, 0])
    await vi.advanceTimersByTimeAsync(5_000)
    expect([await waiting(async () => undefined), locks.held.size]).toEqual(['busy', 0])
  })

  it('answers over a channel while it works, and not after', async () => {
    vi.useRealTimers()
    let end = () => {}
    const outcome = openAsking()(() => new Promise<void>((resolve) => (end = resolve)))
    expect(await askHolder('drain')).toBe(true)
    end()
    await outcome
    vi.useFakeTimers()
    const asked = askHolder('drain')
    await vi.advanceTimersByTimeAsync(1_500)
    expect(await asked).toBe(false)
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
