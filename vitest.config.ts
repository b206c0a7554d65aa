import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { navItems } from './contract/nav-items.ts'
import { sectionModules } from './vite.sections.ts'

/** The chaos run is as long as half of the others together: it starts first, and the others fill the second core. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isChaos = (file: TestSpecification) => file.moduleId.includes('/tests/chaos/')
    return [...sorted.filter(isChaos), ...sorted.filter((file) => !isChaos(file))]
  }
}

export default defineConfig({
  plugins: [sectionModules()],
  // The page brings the navigation along before the console's own scripts.
  define: { __VERSION__: JSON.stringify('test'), 'globalThis.__nav': JSON.stringify(await navItems()) },
  test: {
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 120_000,
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
          include: [
            'contract/**/*.test.ts',
            'server/**/*.test.ts',
            'tests/conformance/**/*.test.ts',
            'tests/fuzz/**/*.test.ts',
            'tests/money/**/*.test.ts',
          ],
        },
      },
      { extends: true, test: { name: 'console', include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', 'tests/chaos/**/*.test.ts'] } },
    ],
  },
})
