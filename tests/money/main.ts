/**
 * `npm run money -- --histories N --seed S [--postgres] [--sabotage lock]`: exits with 0 when every invariant held. Without its lock the
 * ledger fails on Postgres; the embedded database serializes transactions.
 */
import { parseArgs } from 'node:util'
import { runHistories } from '#tests/support/run-histories.ts'
import { runMoney } from './run.ts'
import { withoutLocks } from './without-locks.ts'

const { values } = parseArgs({ options: { sabotage: { type: 'string' } }, strict: false })
if (values.sabotage === 'lock') withoutLocks()
await runHistories(runMoney)
