import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addLesson, changeNode, dropNode, listNodes, type Path, type Row, rowsOf, type Step, stepNode } from './tree.ts'

/** 'A: a b | B: c' as sections with lessons, and back. */
const parse = (text: string): Row[] =>
  text.split('|').map((part) => {
    const [title = '', lessons = ''] = part.split(':').map((each) => each.trim())
    const named = lessons.split(' ').filter(Boolean)
    return { ref: title, title, lessons: named.map((name) => ({ ref: name, title: name })) }
  })
const write = (rows: readonly Row[]) =>
  rows
    .map(({ title, lessons }) =>
      `${title}: ${rowsOf(lessons)
        .map((row) => row.title)
        .join(' ')}`.trim(),
    )
    .join(' | ')

const step = (text: string, path: Path, way: Step) => {
  const moved = stepNode(parse(text), path, way, 'lessons')
  return moved && [write(moved.rows), moved.path]
}

describe('a step', () => {
  it.each<[string, Path, Step, string | null, Path?]>([
    ['A: a b | B: c', [0, 1], 'up', 'A: b a | B: c', [0, 0]],
    ['A: a b | B: c', [0, 1], 'down', 'A: a | B: b c', [1, 0]],
    ['A: a b | B: c', [1, 0], 'up', 'A: a b c | B:', [0, 2]],
    ['A: a b | B: c', [0, 0], 'up', null],
    ['A: a b | B: c', [1, 0], 'down', null],
    ['A: a b | B: c', [1], 'up', 'B: c | A: a b', [0]],
    ['A: a b | B: c', [0], 'down', 'B: c | A: a b', [1]],
    ['A: a b | B: c', [0], 'up', null],
    ['A: a b | B: c', [1], 'in', 'A: a b B c', [0, 2]],
    ['A: a b | B: c', [0], 'in', null],
    ['A: a b | B: c', [0, 0], 'out', 'A: | a: b | B: c', [1]],
    ['A: a b | B: c', [0, 1], 'in', null],
    ['A: a b | B: c', [0], 'out', null],
  ])('takes %s at %j %s to %s', (text, path, way, expected, place) => {
    expect(step(text, path, way)).toEqual(expected === null ? null : [expected, place])
  })

  it('out is refused where a section could not keep what the lesson has', () => {
    const rows = [{ title: 'A', lessons: [{ ref: 'a', title: 'a', minutes: 4, video: null, sort: 1 }] }]
    expect(stepNode(rows, [0, 0], 'out', 'lessons')).toBeNull()
    expect(
      stepNode([{ title: 'A', lessons: [{ ref: 'a', title: 'a', minutes: '', video: null }] }], [0, 0], 'out', 'lessons'),
    ).not.toBeNull()
  })

  it('of lessons without sections goes up and down alone', () => {
    const rows = [{ title: 'a' }, { title: 'b' }]
    expect(stepNode(rows, [1], 'up', null)).toEqual({ rows: [{ title: 'b' }, { title: 'a' }], path: [0] })
    expect([stepNode(rows, [1], 'in', null), stepNode(rows, [1], 'out', null), stepNode(rows, [1], 'down', null)]).toEqual([
      null,
      null,
      null,
    ])
  })
})

describe('a drop', () => {
  // Nodes of 'A: a b | B: c': A a b B c.
  it.each([
    [1, 2, 'A: b a | B: c'],
    [2, 1, 'A: b a | B: c'],
    [1, 3, 'A: b | B: a c'],
    [1, 4, 'A: b | B: c a'],
    [4, 3, 'A: a b c | B:'],
    [4, 1, 'A: c a b | B:'],
    [4, 0, 'A: c a b | B:'],
    [3, 1, 'B: c | A: a b'],
    [0, 4, 'B: c | A: a b'],
    [2, 2, 'A: a b | B: c'],
  ])('of node %i on node %i gives %s', (from, to, expected) => {
    expect(write(dropNode(parse('A: a b | B: c'), from, to, 'lessons'))).toBe(expected)
  })
})

test('no step and no drop loses or doubles a node', () => {
  const lesson = fc.stringMatching(/^[a-z]{1,3}$/)
  const sections = fc.uniqueArray(lesson, { minLength: 1, maxLength: 12 }).chain((names) =>
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: names.length, maxLength: names.length }).map((places) =>
      [0, 1, 2, 3].map((at) => ({
        ref: `S${at}`,
        title: `S${at}`,
        lessons: names.filter((_, n) => places[n] === at).map((ref) => ({ ref, title: ref })),
      })),
    ),
  )
  const keys = (rows: readonly Row[]) =>
    listNodes(rows, 'lessons')
      .map(({ key }) => key)
      .sort()
  const way = fc.constantFrom<Step>('up', 'down', 'in', 'out')
  fc.assert(
    fc.property(sections, fc.array(fc.tuple(fc.nat(30), fc.nat(30), way), { maxLength: 12 }), (start, moves) => {
      let rows: readonly Row[] = start
      for (const [one, other, how] of moves) {
        const nodes = listNodes(rows, 'lessons')
        const node = nodes[one % nodes.length]
        if (other % 2) rows = dropNode(rows, one % nodes.length, other % nodes.length, 'lessons')
        else if (node) rows = stepNode(rows, node.path, how, 'lessons')?.rows ?? rows
      }
      expect(keys(rows)).toEqual(keys(start))
    }),
  )
})

test('a node is changed, removed and added at its place', () => {
  const rows = parse('A: a b | B: c')
  expect(write(changeNode(rows, [0, 1], 'lessons', (row) => ({ ...row, title: 'x' })))).toBe('A: a x | B: c')
  expect(write(changeNode(rows, [0], 'lessons', () => null))).toBe('B: c')
  expect(write(changeNode(rows, [1, 0], 'lessons', () => null))).toBe('A: a b | B:')
  expect(write(addLesson(rows, 1, 'lessons', { title: 'd' }))).toBe('A: a b | B: c d')
})
