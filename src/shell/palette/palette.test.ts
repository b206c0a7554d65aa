import { expect, it } from 'vitest'
import type { HitGroup } from '#contract/search.ts'
import { pickMeant } from './pick-meant.ts'
import { recordIn } from './recent-records.ts'
import { mergeGroups, rankGroups } from './use-hits.ts'

const hit = (ref: string, title = ref) => ({ id: Number(ref.replace(/\D/g, '')) || 1, ref, title, phone: '', detail: '' })
const group = (section: string, refs: string[], fuzzy = false): HitGroup => ({
  section,
  more: false,
  fuzzy,
  hits: refs.map((ref) => hit(ref)),
})
const linesOf = (groups: HitGroup[]) =>
  groups.map(({ section, hits, fuzzy }) => `${section}${fuzzy ? '~' : ''}: ${hits.map(({ ref }) => ref).join()}`)

it('pickMeant forgives typing errors where no name has the text, in the words of any language', () => {
  const entries = [
    { label: 'Tambah Prospek', words: ['add', 'new', 'leads'] },
    { label: 'Create leave', words: ['member-cuti'] },
    { label: 'Transactions', words: ['transaction'] },
    { label: 'Banks', words: ['bank'] },
    { label: 'Banners', words: ['promotion-banner'] },
  ]
  const find = (text: string) => pickMeant(entries, text).map(({ label }) => label)
  expect(find('add lead')).toEqual(['Tambah Prospek'])
  expect(find('add led')).toEqual(['Tambah Prospek'])
  expect(find('cuti')).toEqual(['Create leave'])
  expect(find('transcation')).toEqual(['Transactions'])
  expect(find('bank')).toEqual(['Banks'])
  expect(find('')).toHaveLength(5)
})

it('mergeGroups joins what device and server found, and drops near matches where one has the text', () => {
  expect(linesOf(mergeGroups([group('leads', ['l1'])], [group('leads', ['l1', 'l2']), group('bank', ['b1'])]))).toEqual([
    'leads: l1,l2',
    'bank: b1',
  ])
  expect(linesOf(mergeGroups([group('leads', ['l9'], true)], [group('leads', ['l1'])]))).toEqual(['leads: l1'])
  expect(linesOf(mergeGroups([group('leads', ['l9'], true)], []))).toEqual(['leads~: l9'])
})

it('rankGroups puts near matches last, lately used sections first, and lately opened records before others', () => {
  const groups = [group('post', ['p1']), group('bank', ['b1'], true), group('leads', ['l1', 'l2'])]
  expect(linesOf(rankGroups(groups, 'x', { lately: ['leads'], opened: new Set(['leads/l2']) }))).toEqual([
    'leads: l2,l1',
    'post: p1',
    'bank~: b1',
  ])
})

it('recordIn finds the record of an address', () => {
  expect(recordIn('/leads/edit/12')).toEqual({ section: 'leads', id: '12' })
  expect(recordIn('/member/detail/0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e17')).toEqual({
    section: 'member',
    id: '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e17',
  })
  expect(['/leads/list', '/leads/add', '/member-cuti/edit/1/2'].map(recordIn)).toEqual([null, null, null])
})
