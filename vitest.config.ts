import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { sectionModules } from './build/sections.ts'
import { navAreas } from './contract/nav-items.ts'

/** The chaos run is as long as half of the others together: it starts first, and the others fill the second core. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isChaos = (file: TestSpecification) => file.moduleId.includes('/tests/chaos/')
    return [...sorted.filter(isChaos), ...sorted.filter((file) => !isChaos(file))]
  }
}

const consoleTests = ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts']
/** Tests that replace modules, globals or the database of a device: each has a process of its own. */
const alone = ['src', 'sw']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => /vi\.(mock|stubGlobal)|fake-indexeddb|test-browser|test-worker|@vitest-environment/.test(readFileSync(file, 'utf8')))

const { items, others } = await navAreas()

export const plugins = [sectionModules()]
/** The page brings the navigation along before the console's own scripts. */
export const define = {
  __VERSION__: JSON.stringify('test'),
  __BACK_OFFICE__: false,
  'globalThis.__nav': JSON.stringify([...items, ...others]),
}

export default defineConfig({
  plugins,
  define,
  test: {
    environment: 'node',
    // Limits for a machine that does much else; `npm run bench` judges speed.
    testTimeout: 180_000,
    // Tests of what survives a loss of power turn it on.
    env: { FSYNC: 'false' },
    hookTimeout: 300_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    reporters: process.env.CI ? ['default', 'json'] : ['default'],
    outputFile: { json: 'test-results/unit.json' },
    projects: [
      {
        extends: true,
        // Nothing here touches what belongs to a whole process, and loading the server anew for each file took as long as its tests.
        test: {
          name: 'api',
          isolate: false,
          setupFiles: ['tests/support/property-seed.ts'],
          // openapi-typescript calls the compiler, which TypeScript 7 does not let a program do.
          alias: [{ find: /^typescript$/, replacement: join(import.meta.dirname, 'tests/support/compiler.ts') }],
          server: { deps: { inline: ['openapi-typescript'] } },
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'tests/conformance/**/*.test.ts',
            'tests/fuzz/**/*.test.ts',
            'tests/money/**/*.test.ts',
            'tests/seats/**/*.test.ts',
            'tests/identities/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'console',
          isolate: false,
          setupFiles: ['tests/support/property-seed.ts'],
          include: consoleTests,
          exclude: alone,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          pool: 'threads',
          setupFiles: ['tests/support/page-intervals.ts', 'tests/support/property-seed.ts'],
          include: [...alone, 'tests/chaos/**/*.test.ts', 'tests/cluster/**/*.test.ts'],
        },
      },
    ],
  },
})
