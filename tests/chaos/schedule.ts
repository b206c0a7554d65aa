/** A run's operations, times and faults. Plain data, generated from a seed, so it can be shrunk. */
import type { SectionOfModel } from './models.ts'
import { type Random, seeded } from './random.ts'

/** Of a device's database; they hit the real store alone. */
export const databaseFaultKinds = [
  'lost on open',
  'lost on transaction',
  'lost on commit, kept',
  'lost on commit, not kept',
  'open is silent',
  'worker suspended in a batch',
] as const

const otherKinds = [
  'drop before commit',
  'drop after commit',
  'hang',
  'duplicate delivery',
  'half an answer',
  'captive portal',
  '401',
  '403',
  '408',
  '409',
  '412',
  '413',
  '422',
  '429 with Retry-After',
  '500',
  '503',
  'kill',
  'freeze',
  'clock +1 year',
  'clock -1 year',
  'lock stolen',
  'quota',
  'app update',
  "other's edit, same field",
  "other's edit, other field",
  "other's delete",
] as const

/** All faults, by their names in the report. */
export const faultKinds = [...otherKinds, ...databaseFaultKinds] as const
export type FaultKind = (typeof faultKinds)[number]

export interface Fault {
  kind: FaultKind
  /** Virtual milliseconds. */
  at: number
  device: number
  /** Parameter of the fault: index, count or delay by kind. */
  n: number
}

export type Op =
  | { do: 'create'; section: SectionOfModel; pick: number }
  | { do: 'edit'; pick: number; field: number; clear: boolean; both: boolean }
  | { do: 'status'; pick: number; many: number; status: number }
  | { do: 'pay'; pick: number; cancel: boolean }
  | { do: 'remove'; pick: number; many: number }
  | { do: 'retry' | 'discard' | 'revise'; pick: number }
  | { do: 'look' | 'reload' | 'close' | 'open' | 'sync' | 'sign out' }
  | { do: 'network'; on: boolean }
  | { do: 'sign in'; user: number }
  /** Another person takes the device while waiting changes are sent. */
  | { do: 'hand over'; after: number }

export interface Step {
  /** Index in the original schedule; keeps its marks when others are removed. */
  index: number
  at: number
  device: number
  tab: number
  op: Op
}

export interface Schedule {
  seed: number
  /** Open tabs by device. */
  tabs: number[]
  /** Whether the first device uses the real store in IndexedDB, or all use memory. */
  stored: boolean
  steps: Step[]
  faults: Fault[]
}

const shareStored = 1 / 10

const makeSection = (random: Random): SectionOfModel =>
  random.weighted<SectionOfModel>([
    [5, 'leads'],
    [3, 'bank'],
    [4, 'member'],
    [6, 'transaction'],
  ])

function makeOp(random: Random): Op {
  const pick = random.integer(0, 999)
  return random.weighted<() => Op>([
    [18, () => ({ do: 'create', section: makeSection(random), pick })],
    [38, () => ({ do: 'edit', pick, field: random.integer(0, 9), clear: random.chance(0.2), both: random.chance(0.2) })],
    [9, () => ({ do: 'status', pick, many: random.integer(1, 3), status: random.integer(0, 9) })],
    [5, () => ({ do: 'pay', pick, cancel: random.chance(0.3) })],
    [5, () => ({ do: 'remove', pick, many: random.integer(1, 2) })],
    [7, () => ({ do: 'retry', pick })],
    [3, () => ({ do: 'discard', pick })],
    [4, () => ({ do: 'revise', pick })],
    [8, () => ({ do: 'look' })],
    [2, () => ({ do: 'reload' })],
    [1, () => ({ do: 'close' })],
    [2, () => ({ do: 'open' })],
    [2, () => ({ do: 'sync' })],
    [4, () => ({ do: 'network', on: random.chance(0.6) })],
    [2, () => ({ do: 'sign out' })],
    [4, () => ({ do: 'sign in', user: random.integer(0, 1) })],
    [3, () => ({ do: 'hand over', after: random.integer(50, 1_500) })],
  ])()
}

/** Bursts of saves, with pauses of minutes. */
const gap = (random: Random) =>
  random.weighted<() => number>([
    [6, () => random.integer(0, 60)],
    [5, () => random.integer(100, 2_000)],
    [2, () => random.integer(5_000, 30_000)],
    [1, () => random.integer(40_000, 120_000)],
  ])()

export function makeSchedule(seed: number): Schedule {
  const random = seeded(seed)
  const devices = random.chance(0.3) ? 2 : 1
  const tabs = Array.from({ length: devices }, () => random.integer(1, 3))
  const stored = random.chance(shareStored)
  let at = 0
  // Mostly short ones: most faults need few operations, and more schedules find more.
  const length = random.chance(0.7) ? random.integer(20, 32) : random.integer(33, 60)
  const steps = Array.from({ length }, (_, index): Step => {
    at += gap(random)
    return { index, at, device: random.chance(0.75) ? 0 : devices - 1, tab: random.integer(0, 2), op: makeOp(random) }
  })
  const faults = Array.from({ length: random.integer(0, 8) }, (): Fault => {
    if (stored && random.chance(0.5))
      return { kind: random.pick(databaseFaultKinds), at: random.integer(0, at), device: 0, n: random.integer(0, 999) }
    const kind = random.pick(otherKinds)
    return { kind, at: random.integer(0, at), device: random.chance(0.8) ? 0 : devices - 1, n: random.integer(0, 999) }
  })
  return { seed, tabs, stored, steps, faults: faults.sort((a, b) => a.at - b.at) }
}
