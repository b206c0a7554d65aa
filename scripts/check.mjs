// npm run check [-- --since REF]: format, lint, types and tests of what changed since the last commit, or since another one.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { install, root } from './install.mjs'

install()
const at = process.argv.indexOf('--since')
const since = at < 0 ? 'HEAD' : (process.argv[at + 1] ?? 'HEAD')
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
const changed = [...new Set([...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')])]
  .filter((path) => existsSync(join(root, path)))
  .sort()
if (!changed.length) {
  console.log(`Nothing changed since ${since}.`)
  process.exit(0)
}

const program = (name, ...args) =>
  spawnSync(process.execPath, [join(root, 'node_modules', name), ...args], { cwd: root, stdio: 'inherit' }).status === 0

/** Programs of TypeScript that hold a file. What the contract says is seen by all. */
const programs = { contract: ['contract', 'api', 'worker', 'console'], server: ['api'], sw: ['worker'], src: ['console'], tests: ['tests'] }
const isTest = (path) => path.startsWith('tests/') || /\.test\.tsx?$/.test(path)
const held = changed
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path) => (isTest(path) ? ['tests'] : (programs[path.split('/')[0]] ?? [])))

/** A test is tried that changed, that stands beside a file that did, or that imports one by name. */
const sources = changed.filter((path) => /^(?:contract|server|src|sw)\/.*\.tsx?$/.test(path) && !isTest(path))
const tests = git('ls-files', '*.test.ts', '*.test.tsx').filter((path) => {
  if (changed.includes(path) || sources.some((source) => dirname(source) === dirname(path))) return true
  const text = readFileSync(join(root, path), 'utf8')
  return sources.some((source) => text.includes(`/${basename(source)}'`))
})

const steps = [
  ['format and lint', () => program('@biomejs/biome/bin/biome', 'check', '--no-errors-on-unmatched', ...changed)],
  ...[...new Set(held)].map((name) => [`types: ${name}`, () => program('typescript/lib/tsc.js', '-p', `tsconfig/${name}.json`)]),
  ...(tests.length ? [['tests', () => program('vitest/vitest.mjs', 'run', '--reporter=dot', ...tests)]] : []),
]
const failed = steps.filter(([name, run]) => {
  const begun = Date.now()
  const isRight = run()
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`)
  return !isRight
})
process.exit(failed.length ? 1 : 0)
