// npm run test:nodes [-- PATH …]: starts the product and runs the unit tests, or these, under every Node that is supported.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, root } from './install.mjs'
import { environmentOf, fetchNode } from './nodes.mjs'

/** The oldest line that is supported, and the newest of each line with long support. */
const versions = ['20.19', '22', '24']
const startTimeout = 120_000

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Starts the product on an empty data folder until it says its address, asks it for a page and a call, and stops it. */
async function startProduct(program) {
  const dataDir = mkdtempSync(join(tmpdir(), 'lapangan-node-'))
  const port = await freePort()
  const server = spawn(program, ['--enable-source-maps', join(root, 'dist/server/main.js')], {
    cwd: root,
    env: { ...environmentOf(program), PORT: String(port), DATA_DIR: join(dataDir, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => server.once('exit', (code, signal) => resolve(code ?? signal)))
  try {
    let said = ''
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('it said no address in time')), startTimeout)
      void ended.then((code) => reject(new Error(`it ended with ${code}`))).finally(() => clearTimeout(timer))
      server.stdout.on('data', (chunk) => {
        said += chunk
        if (said.includes('Lapangan is at')) resolve(undefined)
      })
    })
    for (const path of ['/', '/openapi.json']) {
      const { status } = await fetch(`http://localhost:${port}${path}`)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    }
    server.kill('SIGTERM')
    const exit = await ended
    if (exit !== 0) throw new Error(`it ended with ${exit}`)
  } finally {
    server.kill('SIGKILL')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function runUnitTests(program, paths) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  return spawnSync(program, [vitest, 'run', ...paths], { cwd: root, stdio: 'inherit', env: environmentOf(program) }).status === 0
}

install()
build()
let failed = 0
for (const version of versions) {
  const program = fetchNode(version)
  const name = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim()
  const started = await startProduct(program).then(
    () => true,
    (error) => console.error(`Node ${name}: the product does not start: ${error.message}`),
  )
  const passed = runUnitTests(program, process.argv.slice(2))
  console.log(`Node ${name}: the product ${started ? 'starts' : 'does not start'}, unit tests ${passed ? 'pass' : 'fail'}`)
  if (!(started && passed)) failed += 1
}
process.exit(failed ? 1 : 0)
