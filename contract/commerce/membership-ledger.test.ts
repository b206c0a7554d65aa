import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, wibDay } from '../lib/wib.ts'
import { correctionOf, type EntryKind, endOf, foldEntries, type LedgerEntry, remainingDays, writtenSteps } from './membership-ledger.ts'

/** Entries of one account in order of writing. */
function account(...entries: (Omit<Partial<LedgerEntry>, 'on'> & { kind: EntryKind; on: string })[]): LedgerEntry[] {
  return entries.map((entry, at) => ({ days: 0, source: 'order', id: at + 1, position: at + 1, ...entry, on: `2026-${entry.on}` }))
}
/** An earlier grant with access until this day. */
const until = (day: string) => grant('01-01', daysBetween('2026-01-01', `2026-${day}`))
const grant = (on: string, days: number) => ({ kind: 'grant' as const, on, days })
const leave = (on: string, start: string, days: number, target?: number) => {
  return { kind: 'leave' as const, on, days, start: `2026-${start}`, source: 'leave', target }
}
const voids = (kind: 'void' | 'unvoid', on: string, target: number, round: number) => ({ kind, on, target, round })

describe('the worked examples of docs/product/members.md#examples', () => {
  it.each([
    ['1: the day of purchase is free', [grant('03-01', 30)], '2026-03-31'],
    ['2: what is bought before the end is added to it', [grant('03-01', 30), grant('03-20', 30)], '2026-04-30'],
    ['4: days without access are not given', [until('01-10'), grant('03-01', 90)], '2026-05-30'],
    ['5: two at once', [grant('03-01', 30), grant('03-20', 30), grant('03-20', 365)], '2027-04-30'],
    ['7: deleted', [grant('03-01', 30), grant('03-20', 30), voids('void', '03-25', 2, 1)], '2026-03-31'],
    [
      '7: and restored',
      [grant('03-01', 30), grant('03-20', 30), voids('void', '03-25', 2, 1), voids('unvoid', '04-05', 2, 2)],
      '2026-04-30',
    ],
    ['8: A', [until('03-01'), grant('03-10', 30)], '2026-04-09'],
    ['8: A deleted', [until('03-01'), grant('03-10', 30), voids('void', '03-11', 2, 1)], '2026-03-01'],
    ['8: then B', [until('03-01'), grant('03-10', 30), voids('void', '03-11', 2, 1), grant('03-15', 30)], '2026-04-14'],
    [
      '8: A restored',
      [until('03-01'), grant('03-10', 30), voids('void', '03-11', 2, 1), grant('03-15', 30), voids('unvoid', '03-16', 2, 2)],
      '2026-05-09',
    ],
    ['10: leave', [until('03-31'), leave('03-05', '03-10', 10)], '2026-04-10'],
    ['11: stopped on its fourth day', [until('03-31'), leave('03-05', '03-10', 10), leave('03-13', '03-10', -7, 2)], '2026-04-03'],
    ['11: stopped before it began', [until('03-31'), leave('03-05', '03-10', 10), leave('03-08', '03-10', -10, 2)], '2026-03-31'],
    ['12: ends earlier', [until('03-31'), leave('03-05', '03-10', 10), leave('03-15', '03-10', -3, 2)], '2026-04-07'],
    ['13: leave after the end', [until('03-31'), leave('03-05', '04-01', 10)], '2026-03-31'],
  ] satisfies [string, Parameters<typeof account>, string][])('%s', (_, entries, end) => {
    expect(endOf(account(...entries))).toBe(end)
  })

  it('3: the day is that of western Indonesia', () => {
    const bought = (at: string) => foldEntries(account(until('03-31'), grant(wibDay(new Date(at)).slice(5), 30))).at(-1)
    expect(bought('2026-03-31T16:59:59Z')).toMatchObject({ gap: 0, after: '2026-04-30' })
    expect(bought('2026-03-31T17:00:00Z')).toMatchObject({ gap: 1, after: '2026-05-01' })
  })

  it('4: the gap is derived', () => {
    expect(foldEntries(account(until('01-10'), grant('03-01', 90))).at(-1)).toMatchObject({ before: '2026-01-10', gap: 50, days: 90 })
  })
})

it('an account has no end without a live grant, whatever other entries it has', () => {
  expect(endOf([])).toBeNull()
  expect(endOf(account(leave('03-05', '03-10', 10), { kind: 'adjust', on: '03-06', days: -3 }))).toBeNull()
  expect(endOf(account(grant('03-01', 30), voids('void', '03-02', 1, 1)))).toBeNull()
})

it('a leave is folded at its place with its changes, and a later grant starts from there', () => {
  const entries = account(until('03-31'), leave('03-05', '03-10', 10), grant('04-15', 30), leave('04-16', '03-12', -2, 2))
  expect(foldEntries(entries)).toMatchObject([
    { after: '2026-03-31' },
    { days: 8, after: '2026-04-08' },
    { gap: 7, days: 30, after: '2026-05-15' },
  ])
})

it('remainingDays returns 0 on the last day', () => {
  expect(remainingDays('2026-03-31', '2026-03-31')).toBe(0)
  expect(remainingDays('2026-03-31', '2026-03-01')).toBe(30)
  expect(remainingDays('2026-03-31', '2026-04-01')).toBe(-1)
  expect(remainingDays(null, '2026-04-01')).toBeNull()
})

describe('a correction', () => {
  const today = '2026-03-20'
  it.each([
    ['later', [until('03-31')], '2026-04-10', { kind: 'grant', on: today, days: 10 }],
    ['after a gap', [until('03-01')], '2026-04-10', { kind: 'grant', on: today, days: 21 }],
    ['today, of what has ended', [until('03-01')], today, { kind: 'grant', on: today, days: 0 }],
    ['earlier', [until('03-31')], '2026-03-25', { kind: 'adjust', on: today, days: -6 }],
    ['into the past', [until('03-01')], '2026-02-25', { kind: 'adjust', on: today, days: -4 }],
    ['of a new account', [], '2026-04-10', { kind: 'grant', on: today, days: 21 }],
    ['of a new account into the past', [], '2026-03-01', { kind: 'grant', on: '2026-03-01', days: 0 }],
    ['to the end that there is', [until('03-31')], '2026-03-31', null],
    ['to a past day after the end', [until('03-01')], '2026-03-10', null],
    ['to a past day where every grant was taken out', [grant('03-01', 30), voids('void', '03-02', 1, 1)], '2026-03-10', null],
  ] satisfies [string, Parameters<typeof account>, string, ReturnType<typeof correctionOf>][])('%s', (_, entries, wanted, expected) => {
    expect(correctionOf(account(...entries), wanted, today)).toEqual(expected)
  })
})

const first = '2026-01-01'
const anyEntry = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('grant' as const), on: fc.nat(400), days: fc.integer({ min: 0, max: 400 }) }) },
  fc.record({ kind: fc.constant('adjust' as const), on: fc.nat(400), days: fc.integer({ min: -60, max: -1 }) }),
  fc.record({
    kind: fc.constant('leave' as const),
    on: fc.nat(400),
    days: fc.integer({ min: 1, max: 90 }),
    start: fc.nat(450),
  }),
)
const anyAccount = fc.array(anyEntry, { maxLength: 12 }).map((entries) =>
  entries.map((entry, at): LedgerEntry => {
    const start = 'start' in entry ? addDays(first, entry.start) : undefined
    return { ...entry, id: at + 1, position: at + 1, on: addDays(first, entry.on), start, source: 'order' }
  }),
)

/** The entry voided and unvoided in turn, `often` times. */
const turns = (target: number, often: number, position: number): LedgerEntry[] =>
  Array.from({ length: often }, (_, at) => ({
    ...{ position: position + at, on: '2027-06-01', days: 0, source: 'order', target, round: at + 1 },
    kind: at % 2 === 0 ? 'void' : 'unvoid',
  }))

describe('any ledger of an account', () => {
  it('ends on the first day plus gaps and counted days', () => {
    fc.assert(
      fc.property(anyAccount, (entries) => {
        const steps = foldEntries(entries)
        const begun = steps.find(({ entry }) => entry.kind === 'grant')
        const sum = steps.reduce((all, { gap, days }) => all + gap + days, 0)
        expect(endOf(entries)).toBe(begun ? addDays(begun.entry.on, sum) : null)
      }),
    )
  })

  it('is told line by line: each begins where the one before ended, and its days and gap lead to its end', () => {
    fc.assert(
      fc.property(anyAccount, fc.nat(11), (made, at) => {
        const target = made.length && (at % made.length) + 1
        const entries = target ? [...made, ...turns(target, 3, made.length + 1)] : made
        const steps = writtenSteps(entries)
        for (const [index, { before, after, gap, days }] of steps.entries()) {
          expect(before).toBe(steps[index - 1]?.after ?? null)
          if (before !== null && after !== null) expect(addDays(before, gap + days)).toBe(after)
        }
        expect(steps.at(-1)?.after ?? null).toBe(endOf(entries))
      }),
    )
  })

  it('depends on the live entries alone, in any order of reading', () => {
    const often = fc.array(fc.nat(3), { minLength: 12, maxLength: 12 })
    fc.assert(
      fc.property(anyAccount, often, (entries, times) => {
        const history = entries.flatMap(({ position }, at) => turns(position, times[at] ?? 0, 100 * position))
        const live = entries.filter((_, at) => (times[at] ?? 0) % 2 === 0)
        expect(endOf([...history, ...entries].reverse())).toBe(endOf(live))
      }),
    )
  })

  it('is brought to the wanted day by a correction, or needs none', () => {
    fc.assert(
      fc.property(anyAccount, fc.nat(700), fc.integer({ min: 400, max: 500 }), (entries, day, now) => {
        const [wanted, today] = [addDays(first, day), addDays(first, now)]
        const correction = correctionOf(entries, wanted, today)
        const position = entries.length + 1
        if (correction) expect(endOf([...entries, { ...correction, id: position, position, source: 'hand' }])).toBe(wanted)
        else expect(wanted === endOf(entries) || wanted < today).toBe(true)
      }),
    )
  })

  it('is unchanged by a void and its unvoid', () => {
    fc.assert(
      fc.property(anyAccount, fc.nat(11), (entries, at) => {
        expect(endOf([...entries, ...turns(at + 1, 2, 100)])).toBe(endOf(entries))
      }),
    )
  })
})
