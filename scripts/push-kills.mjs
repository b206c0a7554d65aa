// npm run push:kills -- --pushes N --kills N: one push by two processes of the built API on a throwaway Postgres, under kills of both.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install, root } from './install.mjs'
import { startPostgres } from './postgres.mjs'

install()
const { build } = await import('./build.mjs')
build()
const postgres = startPostgres({ safe: false })
if (!postgres) {
  console.error('No Postgres server found; on Debian: apt-get install postgresql')
  process.exit(1)
}
let status = 1
try {
  const program = [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'tests/chaos/push-kills-main.ts')]
  const env = { ...process.env, TEST_DATABASE_URL: postgres.url }
  status = spawnSync(process.execPath, [...program, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit', env }).status ?? 1
} finally {
  postgres.stop()
}
process.exit(status)
