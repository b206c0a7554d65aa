import { chosenArea } from './areas.mjs'

const { name, mutate } = chosenArea()

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.mjs' },
  plugins: ['@stryker-mutator/vitest-runner'],
  mutate: [...mutate, '!**/*.test.*'],
  // Texts are in the words' files; their mutants say nothing about rules.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  concurrency: Number(process.env.MUTATE_WORKERS ?? 2),
  timeoutMS: 5_000,
  incremental: true,
  incrementalFile: `test-results/mutation/${name}.json`,
  tempDirName: 'test-results/stryker',
  thresholds: { high: 90, low: 75, break: 75 },
  reporters: ['clear-text', 'json'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false, reportMutants: true },
  jsonReporter: { fileName: `test-results/mutation/${name}-report.json` },
  ignorePatterns: ['/dist', '/data', '/test-results', '*.log', '/docs', '/public'],
  // The installed compiler has no API for rewriting a tsconfig.
  tsconfigFile: 'none',
}
