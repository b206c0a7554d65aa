/** Safeguards that can be switched off, to verify that the run detects it. */
export const sabotages = ['dedupe', 'owner', 'requeue', 'order', 'lock'] as const

/**
 * `dedupe`: the server keeps no verdicts. `owner`: neither side looks whose change it is. `requeue`: what a dead drain left
 * is not taken up again. `order`: any waiting row is sent next. `lock`: every drain runs at any time; that must do no harm.
 */
export type Sabotage = (typeof sabotages)[number]

export const isSabotage = (value: unknown): value is Sabotage => sabotages.some((name) => name === value)
