import { expect, test } from 'vitest'
import type { Blocks } from './blocks.ts'
import { beginUndo, maxSteps, packUndo, recordStep, stepBack, stepForth, unpackUndo } from './undo.ts'

const page = (...titles: string[]): Blocks => titles.map((title, at) => ({ ref: String(at), title }))

test('steps go back and forth, and a new one ends the way forth', () => {
  const one = recordStep(beginUndo(page('')), page('a'), null, 0)
  const two = recordStep(one, page('a', 'b'), null, 0)
  const back = stepBack(two)
  expect(back?.now).toEqual(page('a'))
  expect(back && stepForth(back)?.now).toEqual(page('a', 'b'))
  const other = back && recordStep(back, page('c'), null, 0)
  expect(other && [stepForth(other), stepBack(other)?.now]).toEqual([null, page('a')])
  expect(stepBack(beginUndo(page('')))).toBe(null)
})

test('typing in one field is one step while it goes on', () => {
  let undo = beginUndo(page(''))
  for (const [at, title] of ['H', 'Ha', 'Hal'].entries()) undo = recordStep(undo, page(title), '0 title', at * 300)
  undo = recordStep(undo, page('Halo'), '0 title', 5_000)
  expect([stepBack(undo)?.now, undo.past.length]).toEqual([page('Hal'), 2])
  undo = recordStep(undo, page('Halo', 'x'), '1 title', 5_100)
  expect(undo.past).toHaveLength(3)
})

test('a hundred steps are kept', () => {
  let undo = beginUndo(page('0'))
  for (let at = 1; at <= maxSteps + 20; at++) undo = recordStep(undo, page(String(at)), null, at)
  expect([undo.past.length, undo.past[0]]).toEqual([maxSteps, page('20')])
})

test('steps are packed with each block once, and survive as text', () => {
  const many: Blocks = Array.from({ length: 200 }, (_, at) => ({ ref: String(at), body: `<p>${'kata '.repeat(100)}${at}</p>` }))
  let undo = beginUndo(many)
  for (let at = 0; at < 50; at++) undo = recordStep(undo, many.with(at, { ref: String(at), body: 'x' }), null, at)
  const text = JSON.stringify(packUndo(undo))
  expect(text.length).toBeLessThan(200_000)
  expect(unpackUndo(JSON.parse(text))).toEqual({ ...undo, last: null })
  expect([null, {}, { blocks: [], steps: [], at: 0 }, 'x'].map(unpackUndo)).toEqual([null, null, null, null])
})
