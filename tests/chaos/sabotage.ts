/** Safeguards that can be switched off, to verify that the run detects it. */
export const sabotages = ['dedupe', 'owner', 'requeue', 'order', 'early', 'lock'] as const

/**
 * `dedupe`: the server stores no verdicts. `owner`: neither side checks the owner. `requeue`: rows of a dead drain are not requeued.
 * `order`: any waiting row is sent next. `early`: a change is told as saved before its transaction is complete. `lock`: drains run concurrently; that must do no harm.
 */
export type Sabotage = (typeof sabotages)[number]

export const isSabotage = (value: unknown): value is Sabotage => sabotages.some((name) => name === value)
