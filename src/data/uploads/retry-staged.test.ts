import { expect, it } from 'vitest'
import { stagedIn } from './retry-staged.ts'

it('staged files are found at any depth of a change, and stored ones are none', () => {
  const stored = { url: '/videos/x/a.mp4', name: 'a.mp4', size: 1, type: 'video/mp4' }
  const patch = {
    title: 'Kelas',
    video: { staged: 'aa', name: 'a.mp4' },
    cover: stored,
    lessons: [{ video: { staged: 'bb', name: 'b.mp4' } }, { video: stored }, { video: null }],
  }
  expect(stagedIn(patch)).toEqual(['aa', 'bb'])
})
