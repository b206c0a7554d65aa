// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { afterPress } from './after-press.ts'

const fire = (type: string) => document.body.dispatchEvent(new Event(type, { bubbles: true }))

it('afterPress runs at once without a press, and behind the click of one', async () => {
  const order: string[] = []
  document.body.addEventListener('click', () => order.push('click'))
  afterPress(() => order.push('at once'))
  fire('pointerdown')
  afterPress(() => order.push('left'))
  expect(order).toEqual(['at once'])
  fire('pointerup')
  fire('click')
  await vi.waitFor(() => expect(order).toEqual(['at once', 'click', 'left']))
  fire('pointerdown')
  fire('pointercancel')
  afterPress(() => order.push('again'))
  expect(order).toEqual(['at once', 'click', 'left', 'again'])
})
