/** Report of a run. */
import type { Counts, Failure } from './run.ts'
import { type FaultKind, faultKinds } from './schedule.ts'

export interface Total {
  counts: Counts
  failures: Failure[]
  seconds: number
  /** Shares that crashed. */
  broken: number
}

/** Number of schedules from which a fault that was never hit fails the run. */
const enough = 300

const unhit = ({ counts }: Total): FaultKind[] => faultKinds.filter((kind) => !counts.hits[kind])

function failed(total: Total): boolean {
  return total.failures.length > 0 || total.broken > 0 || (total.counts.schedules >= enough && unhit(total).length > 0)
}

export const report = {
  failed,

  entries: (hits: Counts['hits']): [FaultKind, number][] => faultKinds.flatMap((kind) => (hits[kind] ? [[kind, hits[kind]]] : [])),

  failure({ seed, sabotage, violations, replay, steps, faults }: Failure): string {
    const words = violations.slice(0, 5).map(({ kind, text }) => `  ${kind}: ${text}`)
    const more = violations.length > words.length ? [`  and ${violations.length - words.length} more`] : []
    const command = `npm run chaos -- --replay ${replay}${sabotage ? ` --sabotage ${sabotage}` : ''}`
    return [
      `FAILED seed ${seed}${sabotage ? ` without ${sabotage}` : ''}`,
      ...words,
      ...more,
      `  with ${steps} operations and ${faults} faults: ${command}`,
    ].join('\n')
  },

  end(total: Total): string {
    const { schedules, saved, applied, parked, hits } = total.counts
    const width = Math.max(...faultKinds.map((kind) => kind.length))
    const kinds = new Map<string, number>()
    for (const { violations } of total.failures) for (const { kind } of violations) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    const never = unhit(total)
    return [
      'faults hit:',
      ...faultKinds.map((kind) => `  ${kind.padEnd(width)} ${String(hits[kind] ?? 0).padStart(7)}`),
      `${saved} changes saved, ${applied} took effect, ${parked} parked with a reason at the end`,
      `${schedules} schedules in ${total.seconds.toFixed(0)} s, ${total.failures.length} with violations${[...kinds].map(([kind, count]) => `; ${kind}: ${count}`).join('')}`,
      ...(schedules >= enough && never.length ? [`never hit: ${never.join(', ')}`] : []),
      ...(total.broken ? [`${total.broken} processes broke`] : []),
    ].join('\n')
  },
}
