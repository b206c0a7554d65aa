// npm run test:postgres: the API's tests on a throwaway cluster made from the installed Postgres; gone when it ends.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { install, root } from './install.mjs'

install()

/** The newest server's programs: Debian keeps them off the path. */
function serverPrograms() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => `/usr/lib/postgresql/${version}/bin`), ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')))
}

const programs = serverPrograms()
if (!programs) {
  console.error('No Postgres server found; on Debian: apt-get install postgresql')
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'lapangan-postgres-'))
const port = String(54_000 + (process.pid % 1_000))
// Postgres refuses to run as root: then it runs as the user that its package made.
const asRoot = process.getuid?.() === 0
if (asRoot) {
  chmodSync(folder, 0o755)
  spawnSync('chown', ['postgres', folder])
}
function server(program, ...args) {
  const command = [join(programs, program), ...args]
  const [name = '', ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
  const { status } = spawnSync(name, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${program} failed`)
}
const data = join(folder, 'data')
let status = 1
try {
  server('initdb', '-D', data, '-U', 'lapangan', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync')
  server(
    'pg_ctl',
    '-D',
    data,
    '-w',
    '-l',
    join(folder, 'log'),
    '-o',
    `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`,
    'start',
  )
  try {
    const env = { ...process.env, TEST_DATABASE_URL: `postgres://lapangan@127.0.0.1:${port}/postgres` }
    status =
      spawnSync(
        process.execPath,
        [join(root, 'node_modules/vitest/vitest.mjs'), 'run', 'server', 'tests/conformance', ...process.argv.slice(2)],
        { cwd: root, stdio: 'inherit', env },
      ).status ?? 1
  } finally {
    server('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(status)
