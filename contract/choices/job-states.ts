/** `dead`: it failed for good, until a person tries again. */
export const jobStates = ['waiting', 'running', 'done', 'cancelled', 'dead'] as const
