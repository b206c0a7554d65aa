import { defineConfig } from 'vitest/config'
import { define, plugins } from '../../vitest.config.ts'
import { chosenArea } from './areas.mjs'

const { tests } = chosenArea()

export default defineConfig({
  plugins,
  define,
  test: {
    environment: 'node',
    include: tests,
    // Every mutant runs its tests anew: loading modules once for all of them saves most of the time.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // For the property of the drain: enough to notice a mutant.
    env: { DRAIN_SCHEDULES: '40' },
  },
})
