import { expect, it } from 'vitest'
import { isWaiting, mapChosen, waitingKeys, withContent } from './file-values.ts'

const content = new Blob(['x'])
const chosen = { name: 'a.png', size: 1, type: 'image/png', content }
const waiting = { waiting: 'k1', name: 'a.png', size: 1, type: 'image/png' }

it('mapChosen finds files at any depth, by their path, and leaves everything else', () => {
  const values = { title: 'x', photo: chosen, lessons: [{ video: chosen, at: null }, 'y'], raw: content }
  const paths: string[] = []
  const mapped = mapChosen(values, (file, path) => {
    paths.push(path)
    return file.name
  })
  expect(mapped).toEqual({ title: 'x', photo: 'a.png', lessons: [{ video: 'a.png', at: null }, 'y'], raw: content })
  expect(paths).toEqual(['photo', 'lessons.0.video'])
})

it('waitingKeys are those of all files that wait', () => {
  expect(waitingKeys({ a: waiting, b: [{ c: { ...waiting, waiting: 'k2' } }], d: { waiting: 5 } })).toEqual(['k1', 'k2'])
  expect([isWaiting(waiting), isWaiting({ waiting: 5 }), isWaiting(null)]).toEqual([true, false, false])
})

it('withContent puts files in their places, and leaves those that it does not have', () => {
  const other = { ...waiting, waiting: 'k2' }
  expect(withContent({ a: waiting, b: [other] }, new Map([['k1', content]]))).toEqual({ a: chosen, b: [other] })
})
