// npm run test:postgres [-- PATH …]: the API's tests, or these, on a throwaway cluster made from the installed Postgres; gone when it ends.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install, root } from './install.mjs'
import { startPostgres } from './postgres.mjs'

install()

const postgres = startPostgres({ safe: false })
if (!postgres) {
  console.error('No Postgres server found; on Debian: apt-get install postgresql')
  process.exit(1)
}
const asked = process.argv.slice(2)
let status = 1
try {
  status =
    spawnSync(
      process.execPath,
      // One file after the other: the feed waits for the oldest transaction of the whole cluster, whichever test has it open.
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        ...(asked.some((each) => !each.startsWith('-')) ? [] : ['server', 'tests/conformance']),
        '--no-file-parallelism',
        ...asked,
      ],
      { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.url } },
    ).status ?? 1
} finally {
  postgres.stop()
}
process.exit(status)
