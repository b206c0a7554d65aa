import { defineConfig } from 'vitest/config'
import { define, plugins } from '../../vitest.config.ts'
import { chosenArea } from './areas.mjs'

const { tests, alone } = chosenArea()
// Every mutant runs its tests anew: loading modules once for all of them saves most of the time.
const together = { name: 'together', isolate: false, include: tests, sequence: { groupOrder: 0 } }
const apart = { name: 'alone', isolate: true, include: alone, sequence: { groupOrder: 1 } }

export default defineConfig({
  plugins,
  define,
  test: {
    environment: 'node',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // For the property of the drain: enough to notice a mutant.
    env: { DRAIN_SCHEDULES: '40' },
    projects: (alone ? [together, apart] : [together]).map((test) => ({ extends: true, test })),
  },
})
