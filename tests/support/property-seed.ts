/**
 * Set-up of tests with random values: the same ones in every run, because a run decides about a change and not about luck. Others are tried
 * with `PROPERTY_SEED=7 npx vitest run <file>`.
 */
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })
