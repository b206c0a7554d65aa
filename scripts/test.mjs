// npm test: every gate in order, on a machine that may have nothing installed. Ends with 'N passed, N failed'.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { install, root } from './install.mjs'

install()
const { findBrowser, findFirefox, findShell, findWebkit } = await import('./browser.mjs')

const results = join(root, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const tool = (path, ...args) => [join(root, 'node_modules', path), ...args]
const total = { passed: 0, failed: 0, retried: 0 }

/** Runs one gate; `counts` reads how many tests it held, otherwise it counts as one. `quiet` tells what it wrote when it ended. */
async function gate(name, args, { env = {}, counts, quiet = false } = {}) {
  const started = Date.now()
  const child = spawn(process.execPath, args, { cwd: root, stdio: quiet ? 'pipe' : 'inherit', env: { ...process.env, ...env } })
  const written = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => written.push(chunk))
  const status = await new Promise((ended) => child.once('close', ended))
  const counted = counts?.() ?? { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 }
  if (status !== 0 && counted.failed === 0) counted.failed = 1
  total.passed += counted.passed
  total.failed += counted.failed
  total.retried += counted.retried ?? 0
  process.stdout.write(Buffer.concat(written))
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
}

const report = (file) => (existsSync(join(results, file)) ? JSON.parse(readFileSync(join(results, file), 'utf8')) : undefined)

function unitCounts() {
  const json = report('unit.json')
  return json && { passed: json.numPassedTests, failed: json.numFailedTests + json.numFailedTestSuites * Number(json.numFailedTests === 0) }
}

function e2eCounts() {
  const stats = report('e2e.json')?.stats
  return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected, retried: stats.flaky }
}

/** Runs what uses one processor each, two at a time. */
async function gates(list) {
  const left = [...list]
  const run = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, ...args] = next
      await gate(name, args, { quiet: true })
    }
  }
  await Promise.all([run(), run()])
}

const types = (program) => [`types: ${program}`, ...tool('typescript/bin/tsc', '-p', `tsconfig/${program}.json`)]

/** Brought while the first gates run, as their packages come from elsewhere. */
async function bringBrowsers() {
  try {
    const browser = await findBrowser()
    return { CHROME_PATH: browser, HEADLESS_SHELL_PATH: await findShell(browser) }
  } catch (error) {
    console.error(error.message)
    return { CHROME_PATH: '', HEADLESS_SHELL_PATH: '' }
  }
}
const browsers = bringBrowsers()

await gates([
  ['build', 'scripts/build.mjs'],
  ['format, lint and import rules', ...tool('@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.')],
  ...['api', 'worker', 'contract'].map(types),
])
// The route tree is written by the build; these need it.
await gates([...['tests', 'console'].map(types), ['dead code', ...tool('knip/bin/knip.js')]])
await gate(
  'unit, conformance and chaos',
  tool('vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/unit.json'),
  { counts: unitCounts, env: { TEST_NEW_BUILD: 'true' } },
)
const { CHROME_PATH, HEADLESS_SHELL_PATH } = await browsers
await Promise.all([
  gate('bundle budget', tool('tsx/dist/cli.mjs', 'tests/bench/budget.ts'), { quiet: true }),
  // Begins with a database that is filled once.
  gate('end to end', tool('@playwright/test/cli.js', 'test', '--grep-invert', '@matrix|@long'), {
    env: { CHROME_PATH, HEADLESS_SHELL_PATH },
    counts: e2eCounts,
  }),
])
// The other engines where this machine has them: a test installs none. After the others, as its limits count time.
const engines = { webkit: await findWebkit({ mayInstall: false }), firefox: await findFirefox({ mayInstall: false }) }
await gate('engines, in short', tool('tsx/dist/cli.mjs', 'tests/engines/main.ts', '--short'), {
  env: { ENGINE_PROGRAMS: JSON.stringify(engines) },
  counts: () => report('engines.json'),
})

console.log(`Passed only at a second try: ${total.retried}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
// A test that passes at its second try only is a fault as well.
process.exit(total.failed === 0 && total.retried === 0 ? 0 : 1)
