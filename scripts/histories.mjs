// npm run money, seats, identities: random histories against the real API, and what always holds of them (tests/money, seats, identities).
// With --postgres on a throwaway cluster made from the installed Postgres.
import { join } from 'node:path'
import { install, root, run } from './install.mjs'
import { runOnPostgres } from './postgres.mjs'

install()
const [name, ...asked] = process.argv.slice(2)
const program = `tests/${name}/main.ts`
const args = asked.filter((each) => each !== '--postgres')
if (asked.length > args.length) runOnPostgres(program, args, { safe: false })
run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, program), ...args])
