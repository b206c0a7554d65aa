/** History of one event's seats, as plain data from a seed: repeatable. */
import { type Random, seeded } from '../chaos/random.ts'

/** `pick`: index of a registration, participant or order made so far. */
export type Action =
  | { do: 'register'; waits: boolean; twice: boolean }
  | { do: 'come back' | 'cancel own' | 'accept'; pick: number }
  | { do: 'add' }
  | { do: 'office'; call: 'cancel' | 'register' | 'offer'; pick: number }
  | { do: 'delete' | 'expire offer'; pick: number }
  | { do: 'order'; paid: boolean; pick: number }
  | { do: 'pay' | 'cancel order' | 'delete order' | 'restore order' | 'expire order'; pick: number }
  | { do: 'quota'; quota: number | null }

export interface History {
  seed: number
  isPaid: boolean
  quota: number
  /** Each is done at once. */
  steps: Action[][]
}

function makeAction(random: Random, isPaid: boolean): Action {
  const pick = random.integer(0, 99)
  const ofOrders: [number, () => Action][] = [
    [6, () => ({ do: 'order', paid: random.chance(0.4), pick })],
    [4, () => ({ do: 'pay', pick })],
    [3, () => ({ do: 'cancel order', pick })],
    [3, () => ({ do: 'delete order', pick })],
    [3, () => ({ do: 'restore order', pick })],
    [2, () => ({ do: 'expire order', pick })],
  ]
  return random.weighted<() => Action>([
    [8, () => ({ do: 'register', waits: random.chance(0.6), twice: random.chance(0.15) })],
    [2, () => ({ do: 'come back', pick })],
    [5, () => ({ do: 'cancel own', pick })],
    [5, () => ({ do: 'accept', pick })],
    [2, () => ({ do: 'add' })],
    [4, () => ({ do: 'office', call: random.pick(['cancel', 'cancel', 'register', 'offer']), pick })],
    [2, () => ({ do: 'delete', pick })],
    [3, () => ({ do: 'expire offer', pick })],
    [1, () => ({ do: 'quota', quota: random.chance(0.1) ? null : random.integer(1, 5) })],
    ...(isPaid ? ofOrders : []),
  ])()
}

export function makeHistory(seed: number): History {
  const random = seeded(seed)
  const isPaid = random.chance(0.6)
  const steps = Array.from({ length: random.integer(6, 10) }, () => {
    const hands = random.weighted([
      [5, 1],
      [3, 2],
      [2, 4],
    ])
    return Array.from({ length: hands }, () => makeAction(random, isPaid))
  })
  return { seed, isPaid, quota: random.integer(1, 3), steps }
}
