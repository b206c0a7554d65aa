import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stayWhileHeld } from './stay-while-held.ts'

let isHeld: boolean
let canHover: boolean
let asked: string[]
let gone: number

function begin(): () => void {
  const element = {
    matches: (selector: string) => {
      asked.push(selector)
      return isHeld
    },
  }
  return stayWhileHeld(element, 6_000, () => {
    gone += 1
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  isHeld = false
  canHover = true
  asked = []
  gone = 0
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('matchMedia', () => ({ matches: canHover }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a banner that nobody holds goes after its time, once', () => {
  begin()
  vi.advanceTimersByTime(5_999)
  expect(gone).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(gone).toBe(1)
})

it.each<[string, () => void, () => void]>([
  ['with the pointer or the focus on it', () => (isHeld = true), () => (isHeld = false)],
  ['that nobody sees', () => Object.assign(document, { hidden: true }), () => Object.assign(document, { hidden: false })],
])('a banner %s stays, and goes later', (_, hold, release) => {
  begin()
  vi.advanceTimersByTime(5_000)
  hold()
  vi.advanceTimersByTime(600_000)
  expect(gone).toBe(0)
  release()
  vi.advanceTimersByTime(6_000)
  expect(gone).toBe(1)
})

it('a finger that touched it long ago holds nothing', () => {
  canHover = false
  begin()
  vi.advanceTimersByTime(6_000)
  expect(asked).toEqual([':focus-within'])
})

it('a banner that is taken away or replaced is not dismissed any more', () => {
  begin()()
  vi.advanceTimersByTime(60_000)
  expect(gone).toBe(0)
})
