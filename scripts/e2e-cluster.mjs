// npm run e2e:cluster [-- ARGUMENTS OF PLAYWRIGHT]: the browser tests against two processes of the API on one Postgres and one bucket.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
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
const folder = mkdtempSync(join(tmpdir(), 'lapangan-buckets-'))
const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')
const bucket = spawn(process.execPath, [tsx, 'tests/support/bucket-main.ts', folder], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })

/** Both are gone whichever way this ends. */
function end() {
  bucket.kill()
  postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    end()
    process.exit(1)
  })

const address = await new Promise((resolve, reject) => {
  bucket.stdout.once('data', (line) => resolve(String(line).trim()))
  bucket.once('exit', () => reject(new Error('the bucket did not start')))
})
const given = process.argv.slice(2)
const asked = given.some((word) => word.startsWith('--grep')) ? given : ['--grep-invert', '@matrix|@long', ...given]
const playwright = spawn(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...asked], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TEST_CLUSTER: JSON.stringify({ postgres: postgres.url, bucket: address, folder }) },
})
const status = await new Promise((ended) => playwright.once('exit', (code) => ended(code ?? 1)))
end()
process.exit(status)
