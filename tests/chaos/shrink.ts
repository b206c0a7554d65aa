/** Shrinks a failing schedule: removes operations and faults while it fails in the same way. */
import type { Schedule } from './schedule.ts'

/** Plays a schedule; returns whether it fails as before. */
export type Fails = (schedule: Schedule) => Promise<boolean>

/** Removes halves, then ever smaller pieces, down to one entry. */
async function fewer<T>(entries: readonly T[], fails: (rest: T[]) => Promise<boolean>): Promise<T[]> {
  let kept = [...entries]
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      const rest = [...kept.slice(0, at), ...kept.slice(at + size)]
      if (await fails(rest)) kept = rest
      else at += size
    }
  }
  return kept
}

export async function shrink(schedule: Schedule, fails: Fails): Promise<Schedule> {
  const faults = await fewer(schedule.faults, (rest) => fails({ ...schedule, faults: rest }))
  const steps = await fewer(schedule.steps, (rest) => fails({ ...schedule, faults, steps: rest }))
  const shrunk = { ...schedule, faults: await fewer(faults, (rest) => fails({ ...schedule, faults: rest, steps })), steps }
  const alone = { ...shrunk, tabs: shrunk.tabs.map(() => 1) }
  return (await fails(alone)) ? alone : shrunk
}

/** Text for `--replay`: the seed, and the remaining indexes. */
export function toReplay(shrunk: Schedule, complete: Schedule): string {
  const { seed, steps, faults, tabs } = shrunk
  if (shrunk === complete) return String(seed)
  const places = faults.map((fault) =>
    complete.faults.findIndex((entry) => entry.at === fault.at && entry.kind === fault.kind && entry.n === fault.n),
  )
  return [seed, steps.map(({ index }) => index).join(','), places.join(','), tabs.join(',')].join('/')
}

/** Throws on invalid text. */
export function fromReplay(text: string, make: (seed: number) => Schedule): Schedule {
  const [seed = '', steps, faults, tabs] = text.split('/')
  if (!/^\d+$/.test(seed)) throw new Error(`'${text}' is no schedule: a seed, or what a failing run printed`)
  const complete = make(Number(seed))
  if (steps === undefined) return complete
  const numbers = (list = '') => new Set(list.split(',').filter(Boolean).map(Number))
  return {
    ...complete,
    steps: complete.steps.filter(({ index }) => numbers(steps).has(index)),
    faults: complete.faults.filter((_, place) => numbers(faults).has(place)),
    tabs: tabs ? tabs.split(',').map(Number) : complete.tabs,
  }
}
