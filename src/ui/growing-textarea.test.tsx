// @vitest-environment happy-dom
import { act, createRef, type ReactNode, useRef, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GrowingTextarea } from './growing-textarea.tsx'
import { Textarea } from './textarea.tsx'

/** Of a browser that wraps letters of 10 px into lines of 20 px, between 40 and 120 px and within a border of 1 px. */
const [line, least, most] = [20, 40, 120]
let width = 200
const supports = vi.fn<() => boolean>()
let observed: (() => void)[] = []
const linesOf = (value: string) =>
  value.split('\n').reduce((sum, each) => sum + Math.max(1, Math.ceil((each.length * 10) / Math.max(1, width))), 0)
const heightOf = ({ style, value }: HTMLTextAreaElement) =>
  Math.min(most, Math.max(least, style.height ? Number.parseFloat(style.height) : linesOf(value) * line + 2))

let root: Root
const draw = (node: ReactNode) => act(async () => root.render(node))
const field = () => document.querySelector('textarea') as HTMLTextAreaElement
const height = () => field().style.height
const text = (lines: number) => Array.from({ length: lines }, (_, at) => `line ${at}`).join('\n')
const type = (value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(), value)
    field().dispatchEvent(new InputEvent('input', { bubbles: true }))
  })

beforeEach(() => {
  width = 200
  observed = []
  supports.mockReturnValue(false)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('CSS', { supports })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        observed.push(onResize)
      }
      observe() {}
      disconnect() {
        observed = []
      }
    },
  )
  vi.stubGlobal('requestAnimationFrame', (draws: () => void) => void draws())
  const own: PropertyDescriptorMap & ThisType<HTMLTextAreaElement> = {
    offsetWidth: { configurable: true, get: () => width },
    offsetHeight: {
      configurable: true,
      get() {
        return heightOf(this)
      },
    },
    clientHeight: {
      configurable: true,
      get() {
        return heightOf(this) - 2
      },
    },
    scrollHeight: {
      configurable: true,
      get() {
        return Math.max(linesOf(this.value) * line, heightOf(this) - 2)
      },
    },
  }
  Object.defineProperties(HTMLTextAreaElement.prototype, own)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Chat({ draft = '' }: { draft?: string }) {
  const [value, setValue] = useState(draft)
  const box = useRef<HTMLTextAreaElement>(null)
  return (
    <div>
      <GrowingTextarea ref={box} value={value} onChange={(event) => setValue(event.currentTarget.value)} />
      <button type="button" onClick={() => setValue(text(5))} aria-label="suggest" />
      <button type="button" onClick={() => setValue('')} aria-label="send" />
    </div>
  )
}

describe('GrowingTextarea, where the browser has no field-sizing', () => {
  it('grows with what is typed up to its maximum, which scrolls, and shrinks again', async () => {
    await draw(<Chat />)
    expect(height()).toBe('40px')
    await type(text(3))
    expect([height(), field().style.overflowY]).toEqual(['62px', 'hidden'])
    await type(text(9))
    expect([heightOf(field()), field().style.overflowY]).toEqual([most, ''])
    await type('short')
    expect([height(), field().style.overflowY]).toEqual(['40px', 'hidden'])
  })

  it('has the height of a draft at once, and of what is set by code', async () => {
    await draw(<Chat draft={text(4)} />)
    expect(height()).toBe('82px')
    const [suggest, send] = document.querySelectorAll('button')
    await act(async () => suggest?.click())
    expect(height()).toBe('102px')
    await act(async () => send?.click())
    expect(height()).toBe('40px')
  })

  it('fits again when it is drawn narrower, or was hidden', async () => {
    await draw(<Chat draft={'x'.repeat(60)} />)
    expect(height()).toBe('62px')
    width = 120
    await act(async () => observed[0]?.())
    expect(height()).toBe('102px')
    width = 0
    await act(async () => observed[0]?.())
    await type('x')
    expect(height()).toBe('102px')
    width = 200
    await act(async () => observed[0]?.())
    expect(height()).toBe('40px')
  })

  it('keeps the height that somebody pulled it to', async () => {
    await draw(<Textarea defaultValue={text(2)} />)
    field().style.height = '300px'
    await type(text(4))
    expect(height()).toBe('300px')
  })

  it('moves nothing around it while it is measured', async () => {
    await draw(<Chat />)
    const around = field().parentElement as HTMLElement
    vi.spyOn(around, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 77))
    const held: string[] = []
    const scrollHeight = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'scrollHeight')
    Object.defineProperty(field(), 'scrollHeight', {
      get: () => {
        held.push(around.style.height)
        return scrollHeight?.get?.call(field())
      },
    })
    await type(text(3))
    expect([new Set(held), around.style.height]).toEqual([new Set(['77px']), ''])
  })

  it('gives its field to a ref once, so that a caret put by it stays', async () => {
    const [reached, ref] = [vi.fn(), createRef<HTMLTextAreaElement>()]
    await draw(<GrowingTextarea ref={reached} value="a" readOnly />)
    await draw(<GrowingTextarea ref={reached} value="ab" readOnly />)
    expect(reached.mock.calls).toEqual([[field()]])
    await draw(<GrowingTextarea key="other" ref={ref} value="a" readOnly />)
    expect(ref.current).toBe(field())
  })
})

it('a browser with field-sizing is left alone', async () => {
  supports.mockReturnValue(true)
  await draw(<Chat draft={text(4)} />)
  await type(text(6))
  expect([height(), observed, field().className]).toEqual(['', [], 'field-sizing-content'])
})
