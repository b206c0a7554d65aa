/**
 * What the answers of one replay tell of the versions of records, for the
 * entries behind them (docs/decisions/0016-many-changes-in-one-request.md).
 */
import { isRecord, toText } from '#contract/kit/field/guards.ts'

export interface Versions {
  /**
   * The If-Match of a change of `record`. A version that was told here counts where it is the very next, so that nothing
   * but the change of the same person lies between: a merged or a bulk change may have somebody else's before it.
   */
  follow(record: string | number | null | undefined, given: string | null): string | null
  /** Hears the body of an answer. False when it tells of records that were refused. */
  learn(body: string): boolean
}

function parse(body: string): Record<string, unknown> {
  const value: unknown = JSON.parse(body)
  return isRecord(value) ? value : {}
}

const next = (seen: number | null, learned: number): number => (seen === null || seen + 1 === learned ? learned : seen)

export function createVersions(): Versions {
  const learned = new Map<string, number[]>()

  function learn(row: unknown): void {
    if (!isRecord(row) || typeof row.ref !== 'string' || typeof row.version !== 'number') return
    learned.set(row.ref, [...(learned.get(row.ref) ?? []), row.version])
  }

  return {
    follow(record, given) {
      const versions = learned.get(toText(record)) ?? []
      if (versions.length === 0) return given
      const seen = given === null ? null : Number(given.replaceAll('"', ''))
      return `"${versions.reduce(next, seen)}"`
    },
    learn(body) {
      const { data, success_entities: done, failed_entities: refused } = parse(body)
      learn(data)
      if (Array.isArray(done)) done.forEach(learn)
      return !Array.isArray(refused) || refused.length === 0
    },
  }
}
