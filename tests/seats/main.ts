/** `npm run seats -- --histories N --seed S [--postgres]`: exits with 0 when every invariant held. */
import { runHistories } from '#tests/support/run-histories.ts'
import { runSeats } from './run.ts'

await runHistories(runSeats)
