import type { ButtonHTMLAttributes, ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import { Button, type ButtonProps } from '../button.tsx'
import { isTooEarly, pressGuardMs } from './press-guard.ts'

// Called as a function, the component needs only `useRef`, which keeps its value between presses.
vi.mock('react', async (original) => ({ ...(await original<object>()), useRef: <T>(current: T) => ({ current }) }))

/** Renders a button and presses it at these milliseconds; returns the number of actions. */
function acted(props: ButtonProps, times: readonly number[]): number {
  const onClick = vi.fn()
  const drawn: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>> = Button({ ...props, onClick })
  for (const timeStamp of times)
    Reflect.apply(drawn.props.onClick ?? (() => undefined), null, [{ timeStamp, preventDefault: () => undefined }])
  return onClick.mock.calls.length
}

it('a second press counts from one second on', () => {
  expect(pressGuardMs).toBe(1_000)
  expect([999, 1_000].map((after) => isTooEarly(5_000, 5_000 + after))).toEqual([true, false])
  expect(isTooEarly(Number.NEGATIVE_INFINITY, 0)).toBe(false)
})

it('a button that acts does so once per second, however often it is pressed', () => {
  expect(acted({}, [0, 100, 999])).toBe(1)
  expect(acted({ variant: 'destructive', type: 'submit' }, [0, 400, 1_000])).toBe(2)
})

it('page turns, steps, toggles and menu buttons accept every press', () => {
  expect(acted({ repeats: true }, [0, 100, 200])).toBe(3)
  expect(acted({ 'aria-haspopup': 'menu' }, [0, 100])).toBe(2)
  expect(acted({ 'aria-pressed': false }, [0, 100])).toBe(2)
  // A toggle of server state declares it.
  expect(acted({ 'aria-pressed': false, repeats: false }, [0, 100])).toBe(1)
  expect(acted({ 'aria-expanded': true }, [0, 100])).toBe(2)
})
