/** Conditions of one field on another, as data: form, worker and API agree on them. */

/** True when another field of the same record has one of these values (`is`) or none of them (`not`). */
export interface Condition<Name extends string = string> {
  field: Name
  is?: readonly (string | number | boolean | null)[]
  not?: readonly (string | number | boolean | null)[]
  /** Holds as well. */
  and?: Condition<Name>
}

/** Returns whether a condition holds; an absent one does. Lists match when any entry does. */
export function met(condition: Condition | undefined, record: Readonly<Record<string, unknown>>): boolean {
  if (!condition) return true
  const value = record[condition.field]
  const among = (list: readonly unknown[]) =>
    Array.isArray(value)
      ? value.some((entry) => list.includes(entry))
      : list.includes(value ?? null) || (value === undefined && list.includes(false))
  if (condition.is && !among(condition.is)) return false
  return !(condition.not && among(condition.not)) && met(condition.and, record)
}
