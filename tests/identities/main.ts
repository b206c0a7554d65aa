/** `npm run identities -- --histories N --seed S [--sabotage] [--postgres [--processes 2]]`: exits with 0 when every invariant held. */
import { runHistories } from '#tests/support/run-histories.ts'
import { runIdentities } from './run.ts'
import { withoutCuts } from './without-cuts.ts'

if (process.argv.includes('--sabotage')) withoutCuts()
const at = process.argv.indexOf('--processes')
const processes = at < 0 ? 1 : Number(process.argv[at + 1])
await runHistories((asked) => runIdentities({ ...asked, processes }))
