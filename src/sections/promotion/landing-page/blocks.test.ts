import { expect, test } from 'vitest'
import { type Block, type Blocks, changeBlock, duplicateBlock, moveBlock, readBlocks, refOf, removeBlock, stepBlock } from './blocks.ts'

const block = (ref: string, values: Block = {}): Block => ({ ref, kind: 'text', title: ref, ...values })
const blocks: Blocks = ['a', 'b', 'c'].map((ref) => block(ref))
const refs = (list: Blocks | null | undefined) => list?.map(refOf).join('')

test('a block moves by steps and to a place, and not beyond the ends', () => {
  expect(refs(stepBlock(blocks, 'b', -1))).toBe('bac')
  expect(refs(stepBlock(blocks, 'b', 1))).toBe('acb')
  expect([stepBlock(blocks, 'a', -1), stepBlock(blocks, 'c', 1), moveBlock(blocks, 'x', 0)]).toEqual([null, null, null])
  expect(refs(moveBlock(blocks, 'a', 2))).toBe('bca')
})

test('a change leaves the other blocks as they are', () => {
  const next = changeBlock(blocks, 'b', { title: 'B' })
  expect(next.map((each, at) => each === blocks[at])).toEqual([true, false, true])
  expect(next[1]).toEqual({ ref: 'b', kind: 'text', title: 'B' })
  expect(refs(removeBlock(blocks, 'b'))).toBe('ac')
})

test('a copy stands behind its original, with refs of its own at every depth', () => {
  const original = block('q', { kind: 'questions', questions: [{ ref: 'q1', question: 'Apa?', answer: 'Ini' }], events: [1, 2] })
  const made = duplicateBlock([original, ...blocks], 'q')
  const [, copy] = made?.blocks ?? []
  expect(copy).toMatchObject({ title: 'q', events: [1, 2], questions: [{ question: 'Apa?', answer: 'Ini' }] })
  expect([copy?.ref, JSON.stringify(copy?.questions).includes('q1')]).toEqual([made?.ref, false])
  expect(copy?.ref).not.toBe('q')
})

test('blocks that the form copied are the same as before', () => {
  const copied = structuredClone(blocks)
  expect(readBlocks(copied, blocks)).toBe(blocks)
  const changed = readBlocks(copied.with(1, block('b', { title: 'B' })), blocks)
  expect([changed[0] === blocks[0], changed[1] === blocks[1], changed[2] === blocks[2]]).toEqual([true, false, true])
  expect(readBlocks('', blocks)).toEqual([])
})
