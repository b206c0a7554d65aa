export const maxAttempts = 8

/** Seconds until the attempt after the nth failed one: min(3600, 5·4^(n-1)) × [0.5, 1). `random` in [0, 1). */
export function backoff(attempts: number, random = Math.random()): number {
  return Math.min(3_600, 5 * 4 ** (attempts - 1)) * (0.5 + random / 2)
}
