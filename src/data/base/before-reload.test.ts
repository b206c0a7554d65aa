import { afterEach, expect, it, vi } from 'vitest'
import { notifyBeforeReload, onBeforeReload } from './before-reload.ts'

afterEach(() => vi.unstubAllGlobals())

it('notifyBeforeReload calls every listener, also when one throws', () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const broken = new Error('no room')
  const kept: string[] = []
  const ends = [
    onBeforeReload(() => {
      throw broken
    }),
    onBeforeReload(() => void kept.push('draft')),
  ]
  notifyBeforeReload()
  expect(kept).toEqual(['draft'])
  expect(reported).toHaveBeenCalledWith(broken)
  for (const end of ends) end()
})

it('notifyBeforeReload does not call a listener that unsubscribed', () => {
  const kept: string[] = []
  onBeforeReload(() => void kept.push('draft'))()
  notifyBeforeReload()
  expect(kept).toEqual([])
})
