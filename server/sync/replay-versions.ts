/** Versions of records in the responses of a replay, for its later entries (docs/decisions/0016-many-changes-in-one-request.md). */
import { isRecord, toText } from '#contract/kit/field/guards.ts'

export interface Versions {
  /**
   * Returns the If-Match of a change of `record`. A version from this replay counts only if it is the very next one: a merged or bulk
   * change may include somebody else's before it.
   */
  follow(record: string | number | null | undefined, given: string | null): string | null
  /** Reads a response's body. False when it has refused records. */
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
