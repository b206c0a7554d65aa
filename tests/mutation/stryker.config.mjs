import { chosenArea } from './areas.mjs'

const { name, mutate } = chosenArea()

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.mjs' },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: [...mutate, '!**/*.test.*'],
  // The text of a message is the words' file's matter, and a mutant of it says nothing about a rule.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  concurrency: Number(process.env.MUTATE_WORKERS ?? 2),
  timeoutMS: 20_000,
  incremental: true,
  incrementalFile: `test-results/mutation/${name}.json`,
  tempDirName: 'test-results/stryker',
  thresholds: { high: 90, low: 75, break: 75 },
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false, reportMutants: true },
  jsonReporter: { fileName: `test-results/mutation/${name}-report.json` },
  ignorePatterns: ['dist', 'data', 'test-results', '*.log', 'docs', 'public'],
  // The compiler that is installed has no programming interface, which rewriting a tsconfig would need.
  tsconfigFile: 'none',
}
