/** `npm run identities -- --histories N --seed S [--sabotage] [--postgres]`: exits with 0 when every invariant held. */
import { runHistories } from '#tests/support/run-histories.ts'
import { runIdentities } from './run.ts'
import { withoutCuts } from './without-cuts.ts'

if (process.argv.includes('--sabotage')) withoutCuts()
await runHistories(runIdentities)
