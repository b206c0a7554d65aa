/** History of one member, as plain data from a seed: repeatable. */
import { type Random, seeded } from '../chaos/random.ts'

/** Names of the products in world.ts. */
export const goods = ['EMT', 'EMT VIP', 'WST', 'cuti', 'shirt'] as const
export type Good = (typeof goods)[number]

export const promoCodes = ['PERSEN', 'POTONG', 'SEKALI', 'BARU'] as const

/** `pick`: index of an order or leave made so far. */
export type Action =
  | { do: 'order'; items: { good: Good; qty: number }[]; promo: (typeof promoCodes)[number] | null; paid: boolean; twice: boolean }
  | { do: 'refund' | 'cancel and refund'; pick: number; share: number }
  | { do: 'pay' | 'cancel' | 'delete' | 'restore' | 'delete and restore'; pick: number }
  | { do: 'leave'; product: 'EMT' | 'WST'; start: number; days: number }
  | { do: 'move leave'; pick: number; start: number; days: number }
  | { do: 'stop' | 'leave and stop'; pick: number }
  | { do: 'correct'; product: 'EMT' | 'WST'; days: number }

export interface Step {
  /** Done at once by as many people. */
  actions: Action[]
  /** Days passing afterwards. */
  days: number
}

export interface History {
  seed: number
  steps: Step[]
}

const onLeave = ['EMT', 'WST'] as const

function makeOrder(random: Random): Action {
  const items = Array.from({ length: random.integer(1, 3) }, () => ({
    good: random.weighted<Good>([
      [6, 'EMT'],
      [3, 'EMT VIP'],
      [3, 'WST'],
      [1, 'cuti'],
      [2, 'shirt'],
    ]),
    qty: random.integer(1, 2),
  }))
  const promo = random.chance(0.4) ? random.pick(promoCodes) : null
  return { do: 'order', items, promo, paid: random.chance(0.6), twice: random.chance(0.1) }
}

function makeAction(random: Random): Action {
  const pick = random.integer(0, 99)
  const start = random.integer(0, 20)
  const days = random.integer(1, 12)
  return random.weighted<() => Action>([
    [10, () => makeOrder(random)],
    [6, () => ({ do: 'pay', pick })],
    [3, () => ({ do: 'cancel', pick })],
    [4, () => ({ do: 'refund', pick, share: random.integer(1, 130) })],
    [1, () => ({ do: 'cancel and refund', pick, share: random.integer(0, 110) })],
    [6, () => ({ do: 'delete', pick })],
    [5, () => ({ do: 'restore', pick })],
    [2, () => ({ do: 'delete and restore', pick })],
    [6, () => ({ do: 'leave', product: random.pick(onLeave), start, days })],
    [6, () => ({ do: 'move leave', pick, start, days })],
    [4, () => ({ do: 'stop', pick })],
    [1, () => ({ do: 'leave and stop', pick })],
    [2, () => ({ do: 'correct', product: random.pick(onLeave), days: random.integer(-20, 60) })],
  ])()
}

export function makeHistory(seed: number): History {
  const random = seeded(seed)
  const first: Step = { actions: [makeOrder(random)], days: 0 }
  const rest = Array.from({ length: random.integer(3, 7) }, (): Step => {
    const people = random.weighted([
      [6, 1],
      [3, 2],
      [1, 3],
    ])
    return { actions: Array.from({ length: people }, () => makeAction(random)), days: random.chance(0.4) ? random.integer(1, 40) : 0 }
  })
  return { seed, steps: [first, ...rest] }
}
