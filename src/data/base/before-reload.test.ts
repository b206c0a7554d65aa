import { afterEach, expect, it, vi } from 'vitest'
import { notifyBeforeReload, onBeforeReload } from './before-reload.ts'

afterEach(() => vi.unstubAllGlobals())

it('tells everybody who has something to keep, whatever happens to the others', () => {
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

it('tells nobody who has gone', () => {
  const kept: string[] = []
  onBeforeReload(() => void kept.push('draft'))()
  notifyBeforeReload()
  expect(kept).toEqual([])
})
