// npm test: every gate in order, on a machine that may have nothing installed. Ends with 'N passed, N failed'.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { install, root } from './install.mjs'

install()
const { findBrowser } = await import('./browser.mjs')
const { build } = await import('./build.mjs')

const results = join(root, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const tool = (path, ...args) => [join(root, 'node_modules', path), ...args]
const total = { passed: 0, failed: 0 }

/** Runs one gate; `counts` reads how many tests it held, otherwise it counts as one. */
function gate(name, args, { env = {}, counts } = {}) {
  const started = Date.now()
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  const counted = counts?.() ?? { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 }
  if (status !== 0 && counted.failed === 0) counted.failed = 1
  total.passed += counted.passed
  total.failed += counted.failed
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
}

const report = (file) => (existsSync(join(results, file)) ? JSON.parse(readFileSync(join(results, file), 'utf8')) : undefined)

function unitCounts() {
  const json = report('unit.json')
  return json && { passed: json.numPassedTests, failed: json.numFailedTests + json.numFailedTestSuites * Number(json.numFailedTests === 0) }
}

function e2eCounts() {
  const stats = report('e2e.json')?.stats
  return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}

gate('format, lint and import rules', tool('@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'))
// The route tree is written by the build; types need it.
build()
for (const program of ['contract', 'console', 'worker', 'api', 'tests'])
  gate(`types: ${program}`, tool('typescript/bin/tsc', '-p', `tsconfig.${program}.json`))
gate('dead code', tool('knip/bin/knip.js'))
gate(
  'unit, conformance and chaos',
  tool('vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/unit.json'),
  { counts: unitCounts },
)
gate('bundle budget', tool('tsx/dist/cli.mjs', 'tests/bench/budget.ts'))
const browser = await findBrowser().catch((error) => {
  console.error(error.message)
  return ''
})
gate('end to end', tool('@playwright/test/cli.js', 'test', '--grep-invert', '@matrix|@long'), {
  env: { CHROME_PATH: browser },
  counts: e2eCounts,
})

console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
