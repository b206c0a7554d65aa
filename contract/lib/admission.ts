/** Marks of attendance of one participant, from any number of devices and in whatever order they arrive (docs/product/events.md#attendance). */

export interface Admission {
  /** ISO 8601 in UTC. */
  at: string
  /** False takes the attendance back. */
  attended: boolean
  gate: string | null
  /** An id that a device gave itself. */
  device: string | null
  /** Who marked it. */
  by: string | null
}

/** Most marks that a participant keeps; the history of changes has them all. */
export const maxAdmissions = 100

const isAdmission = (value: unknown): value is Admission =>
  typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'string' && 'attended' in value

/** The marks of a stored participant. */
export const admissionsOf = (value: unknown): readonly Admission[] => (Array.isArray(value) ? value.filter(isAdmission) : [])

const keyOf = ({ at, attended, gate, device }: Admission) => [at, Number(attended), device ?? '', gate ?? ''].join(' ')

/** Returns the marks with another one, in time order; the same list where it is known already. */
export function addAdmission(marks: readonly Admission[], mark: Admission): readonly Admission[] {
  const key = keyOf(mark)
  if (marks.some((one) => keyOf(one) === key)) return marks
  const sorted = [...marks, mark].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return sorted.slice(-maxAdmissions)
}

/** Admissions since attendance was last taken back, the first one first: more than one where devices did not know of each other. */
export function standingAdmissions(marks: readonly Admission[]): readonly Admission[] {
  return marks.slice(marks.findLastIndex(({ attended }) => !attended) + 1)
}
