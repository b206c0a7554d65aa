/** What the answers of one replay tell of the versions of records, for the entries behind them (design section 5, rule 5). */
interface Told {
  version: number
  /** Of a call without If-Match. */
  bulk: boolean
}

export interface Versions {
  /**
   * The version to match on `record`. One that was told here counts where it is the very next, so that nothing but the
   * change of the same person lies between: a merged or a bulk change may have somebody else's before it.
   */
  follow(record: string | number | null | undefined, given: number | null): number | null
  /** Hears the body of an answer. False when it tells of records that were refused. */
  learn(body: string): boolean
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(body: string): Record<string, unknown> {
  const value: unknown = JSON.parse(body)
  return isRecord(value) ? value : {}
}

export function createVersions(): Versions {
  const told = new Map<string, Told[]>()

  function hear(row: unknown, bulk: boolean): void {
    if (!isRecord(row) || typeof row.ref !== 'string' || typeof row.version !== 'number') return
    told.set(row.ref, [...(told.get(row.ref) ?? []), { version: row.version, bulk }])
  }

  return {
    follow(record, given) {
      let at = given
      for (const { version, bulk } of told.get(String(record)) ?? []) if (at === null ? !bulk : version === at + 1) at = version
      return at
    },
    learn(body) {
      const { data, success_entities: done, failed_entities: refused } = parse(body)
      hear(data, false)
      if (Array.isArray(done)) for (const row of done) hear(row, true)
      return !Array.isArray(refused) || refused.length === 0
    },
  }
}
