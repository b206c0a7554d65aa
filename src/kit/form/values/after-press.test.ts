// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { afterPress } from './after-press.ts'

const fire = (type: string) => document.body.dispatchEvent(new Event(type, { bubbles: true }))

it('afterPress runs at once without a press, and behind the click of one', async () => {
  const told: string[] = []
  document.body.addEventListener('click', () => told.push('click'))
  afterPress(() => told.push('at once'))
  fire('pointerdown')
  afterPress(() => told.push('left'))
  expect(told).toEqual(['at once'])
  fire('pointerup')
  fire('click')
  await vi.waitFor(() => expect(told).toEqual(['at once', 'click', 'left']))
  fire('pointerdown')
  fire('pointercancel')
  afterPress(() => told.push('again'))
  expect(told).toEqual(['at once', 'click', 'left', 'again'])
})
