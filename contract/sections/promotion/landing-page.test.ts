import { expect, test } from 'vitest'
import { mergeRecords } from '../../kit/field/merge.ts'
import { validate } from '../../kit/field/schema.ts'
import { landingPage } from './landing-page.ts'

const block = (ref: string, title: string, more = {}) => ({ ref, kind: 'hero', title, ...more })
const refs = {
  a: '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e01',
  b: '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e02',
  c: '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e03',
}
const base = [block(refs.a, 'A'), block(refs.b, 'B')]
const merged = (mine: unknown, theirs: unknown) =>
  mergeRecords(landingPage.fields, { base: { sections: base }, mine: { sections: mine }, theirs: { sections: theirs } })

test('two editors of different blocks are merged', () => {
  const mine = [block(refs.a, 'A of mine'), block(refs.b, 'B')]
  const theirs = [block(refs.b, 'B of theirs'), block(refs.a, 'A'), block(refs.c, 'C')]
  expect(merged(mine, theirs).values.sections).toEqual([block(refs.b, 'B of theirs'), block(refs.a, 'A of mine'), block(refs.c, 'C')])
})

test('two fields of one block are merged, a question of one and another of the other too', () => {
  const mine = [block(refs.a, 'A', { lead: 'Teks' }), block(refs.b, 'B')]
  const theirs = [block(refs.a, 'A', { hidden: true }), block(refs.b, 'B')]
  expect(merged(mine, theirs).values.sections).toEqual([block(refs.a, 'A', { lead: 'Teks', hidden: true }), block(refs.b, 'B')])
})

test('one field of one block asks the person, as does a block that one removed and the other changed', () => {
  expect(merged([block(refs.a, 'X'), block(refs.b, 'B')], [block(refs.a, 'Y'), block(refs.b, 'B')]).clashes).toEqual(['sections'])
  expect(merged([block(refs.b, 'B')], [block(refs.a, 'Y'), block(refs.b, 'B')]).clashes).toEqual(['sections'])
  expect(merged([block(refs.b, 'B')], [block(refs.a, 'A'), block(refs.b, 'Y')]).values.sections).toEqual([block(refs.b, 'Y')])
})

test('a page is validated by kinds of its blocks', () => {
  const problems = (sections: unknown) => {
    const verdict = validate(landingPage.fields, landingPage.rules, { title: 'T', sections })
    return verdict.ok ? [] : Object.entries(verdict.problems).map(([path, { code }]) => `${path} ${code}`)
  }
  expect(problems([{ kind: 'text' }, { kind: 'image' }, { kind: 'video' }])).toEqual([
    'sections.0.body required',
    'sections.1.picture required',
    'sections.2.video required',
  ])
  expect(problems([{ kind: 'form' }, { kind: 'form' }])).toEqual(['sections one_form'])
  expect(problems([{ kind: 'form' }, { kind: 'form', hidden: true }])).toEqual([])
  expect(problems(Array(201).fill({ kind: 'form', hidden: true }))).toEqual(['sections max_entries'])
})
