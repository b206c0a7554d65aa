// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followKeyboard, readVisible, settleMs } from './follow-keyboard.ts'

const whole = 844
const port = (height: number, offsetTop = 0, scale = 1) => ({ height, offsetTop, scale })

describe('readVisible', () => {
  // As phones reported them: window of 844, of which a keyboard leaves 430.
  it.each([
    ['the whole window', port(844), true, null],
    ['a keyboard', port(430), true, { top: 0, height: 430 }],
    ['a keyboard for which the page was moved', port(430, 120), true, { top: 120, height: 430 }],
    ['the bar of a keyboard that is plugged in', port(775), true, { top: 0, height: 775 }],
    ['a bar of the browser', port(800), true, null],
    ['old numbers of a keyboard that closed', port(430, 120), false, null],
    ['a place moved to that outlives the keyboard', port(844, 24), true, null],
    ['fingers that zoom', port(422, 60, 2), true, null],
    ['fingers that zoom above a keyboard', port(215, 60, 2), true, { top: 7, height: 431 }],
    ['a keyboard that closed while fingers zoom', port(215, 60, 2), false, null],
  ])('tells what is visible of %s', (_, at, isTyping, expected) => {
    expect(readVisible(at, whole, isTyping, { top: 7, height: 431 })).toEqual(expected)
  })
})

describe('followKeyboard', () => {
  const view = Object.assign(new EventTarget(), port(whole))
  const { style } = document.documentElement
  const lengths = () =>
    ['--visible-top', '--visible-height', '--keyboard', '--safe-bottom'].map((name) => style.getPropertyValue(name)).join(' | ')
  const field = (selector: string) => document.querySelector<HTMLElement>(selector)
  const tell = (type: string, numbers = {}) => {
    Object.assign(view, numbers)
    view.dispatchEvent(new Event(type))
    vi.advanceTimersToNextFrame()
  }
  const scrollTo = vi.fn()
  let scrollY = 0
  let isFollowed = false

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })
    Object.assign(view, port(whole))
    vi.stubGlobal('visualViewport', view)
    vi.stubGlobal('innerHeight', whole)
    scrollY = 0
    Object.defineProperty(window, 'scrollY', { configurable: true, get: () => scrollY })
    scrollTo.mockReset()
    vi.stubGlobal('scrollTo', scrollTo)
    document.body.innerHTML =
      '<main><input id="page"><div data-composer><textarea></textarea></div></main><div role="dialog"><input></div><button>Send</button>'
    if (!isFollowed) followKeyboard()
    isFollowed = true
  })
  afterEach(() => {
    field(':focus')?.blur()
    vi.advanceTimersByTime(settleMs)
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const none = ' |  |  | '

  it('gives the lengths of what is visible, and none without a keyboard', () => {
    field('textarea')?.focus()
    tell('resize', port(430))
    expect(lengths()).toBe('0px | 430px | calc(100% - 430px) | 0px')
    tell('scroll', port(430, 120))
    expect(lengths()).toBe('120px | 430px | calc(100% - 550px) | 0px')
    expect(document.documentElement.hasAttribute('data-keyboard')).toBe(true)
    tell('resize', port(whole))
    expect([lengths(), document.documentElement.hasAttribute('data-keyboard')]).toEqual([none, false])
  })

  it('reads once more after the last event, whose numbers may be of before', () => {
    field('textarea')?.focus()
    tell('resize', port(whole))
    expect(lengths()).toBe(none)
    Object.assign(view, port(430, 120))
    vi.advanceTimersByTime(settleMs)
    expect(lengths()).toBe('120px | 430px | calc(100% - 550px) | 0px')
  })

  it('reads after the frame of an event, not within it', () => {
    field('textarea')?.focus()
    view.dispatchEvent(new Event('resize'))
    Object.assign(view, port(430))
    vi.advanceTimersToNextFrame()
    expect(lengths()).toContain('430px')
  })

  it('takes the keyboard for closed once nobody types, whatever its numbers say', () => {
    field('textarea')?.focus()
    tell('resize', port(430, 120))
    field('textarea')?.blur()
    vi.advanceTimersToNextFrame()
    expect(lengths()).toBe(none)
  })

  it.each(['textarea', '[role=dialog] input'])('moves the page back for a field that lies above the keyboard: %s', (selector) => {
    scrollY = 300
    field(selector)?.focus()
    scrollY = 420
    tell('resize', port(430, 120))
    expect(scrollTo).not.toHaveBeenCalled()
    vi.advanceTimersByTime(settleMs)
    expect(scrollTo.mock.calls).toEqual([[0, 300]])
  })

  it('leaves the page where Safari moved it for a field of the page, and lifts it back at the end', () => {
    field('#page')?.focus()
    scrollY = 120
    tell('resize', port(430, 120))
    vi.advanceTimersByTime(settleMs)
    expect(scrollTo).not.toHaveBeenCalled()
    field('#page')?.blur()
    tell('resize', port(whole, 24))
    Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, value: whole })
    vi.advanceTimersByTime(settleMs)
    expect(scrollTo.mock.calls).toEqual([[0, 0]])
  })

  it('moves nothing while fingers zoom', () => {
    field('textarea')?.focus()
    tell('resize', port(430))
    scrollY = 50
    tell('scroll', port(215, 80, 2))
    vi.advanceTimersByTime(settleMs)
    expect([lengths(), scrollTo.mock.calls]).toEqual(['0px | 430px | calc(100% - 430px) | 0px', []])
  })
})
