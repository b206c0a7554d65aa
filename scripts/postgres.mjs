// A throwaway cluster made from the installed Postgres.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { root } from './install.mjs'

/** The newest server's programs: Debian keeps them off the path. */
function serverPrograms() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => `/usr/lib/postgresql/${version}/bin`), ...(process.env.PATH ?? '').split(delimiter)]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')))
}

/** Starts one; null where no Postgres is installed. `safe` waits for the disk, as one that keeps anything must. `stop` removes it. */
export function startPostgres({ safe }) {
  const programs = serverPrograms()
  if (!programs) return null
  const folder = mkdtempSync(join(tmpdir(), 'lapangan-postgres-'))
  // Below those that a system gives to outgoing connections; one of them may be another server's.
  const ports = [0, 1, 2, 3].map((attempt) => 21_000 + ((process.pid + attempt * 997) % 10_000))
  let port = 0
  // Postgres refuses to run as root: then it runs as the user that its package made.
  const asRoot = process.getuid?.() === 0
  if (asRoot) {
    chmodSync(folder, 0o755)
    spawnSync('chown', ['postgres', folder])
  }
  const server = (program, ...args) => {
    const command = [join(programs, program), ...args]
    const [name = '', ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    const { status } = spawnSync(name, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0) throw new Error(`${program} failed`)
  }
  const data = join(folder, 'data')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    server('initdb', '-D', data, '-U', 'lapangan', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync')
    const start = () => {
      port = ports.shift() ?? 0
      const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=${safe ? 'on' : 'off'} -c max_connections=200`
      try {
        server('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start')
      } catch (error) {
        if (!ports.length) throw error
        start()
      }
    }
    start()
  } catch (error) {
    remove()
    throw error
  }
  return {
    url: `postgres://lapangan@127.0.0.1:${port}/postgres`,
    stop() {
      try {
        server('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      } finally {
        remove()
      }
    },
  }
}

/** Runs a TypeScript program to its end with a throwaway cluster in TEST_DATABASE_URL; ends this process with its status. `options`: of startPostgres. */
export function runOnPostgres(program, args, options) {
  const postgres = startPostgres(options)
  if (!postgres) {
    console.error('No Postgres server found; on Debian: apt-get install postgresql')
    process.exit(1)
  }
  let status = 1
  try {
    const command = [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, program), ...args]
    const env = { ...process.env, TEST_DATABASE_URL: postgres.url }
    status = spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env }).status ?? 1
  } finally {
    postgres.stop()
  }
  process.exit(status)
}
