// npm run send:kills [-- --members N --kills N …]: newsletters by two processes under SIGKILL, on a throwaway cluster of the installed Postgres.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install, root } from './install.mjs'
import { startPostgres } from './postgres.mjs'

install()
const postgres = startPostgres({ safe: true })
if (!postgres) {
  console.error('No Postgres server found; on Debian: apt-get install postgresql')
  process.exit(1)
}
let status = 1
try {
  status =
    spawnSync(
      process.execPath,
      [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'tests/chaos/send-kills-main.ts'), ...process.argv.slice(2)],
      {
        cwd: root,
        stdio: 'inherit',
        env: { ...process.env, TEST_DATABASE_URL: postgres.url },
      },
    ).status ?? 1
} finally {
  postgres.stop()
}
process.exit(status)
