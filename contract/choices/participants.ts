export const participantStates = ['registered', 'waiting', 'offered', 'cancelled'] as const
export type ParticipantState = (typeof participantStates)[number]

export const isParticipantState = (value: unknown): value is ParticipantState => participantStates.some((state) => state === value)

/** Maximum characters of a gate's name, and of the id that a device gives itself. */
export const maxGateLength = 40
