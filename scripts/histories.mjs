// npm run money, npm run seats: random histories against the real API, and what always holds of them (tests/money, tests/seats).
// With --postgres on a throwaway cluster made from the installed Postgres.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install, root } from './install.mjs'
import { startPostgres } from './postgres.mjs'

install()
const [name, ...asked] = process.argv.slice(2)
const postgres = asked.includes('--postgres') ? startPostgres({ safe: false }) : undefined
if (postgres === null) {
  console.error('No Postgres server found; on Debian: apt-get install postgresql')
  process.exit(1)
}
const program = [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'tests', name, 'main.ts')]
const env = { ...process.env, ...(postgres && { TEST_DATABASE_URL: postgres.url }) }
let status = 1
try {
  status =
    spawnSync(process.execPath, [...program, ...asked.filter((each) => each !== '--postgres')], { cwd: root, stdio: 'inherit', env })
      .status ?? 1
} finally {
  postgres?.stop()
}
process.exit(status)
