/** Limits of a password. */
export const passwordLimits = { min: 10, max: 128 } as const
