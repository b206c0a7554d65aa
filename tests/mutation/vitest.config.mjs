import { defineConfig } from 'vitest/config'
import { define, plugins } from '../../vitest.config.ts'
import { chosenArea } from './areas.mjs'

/** One project, because a mutant is enabled per process. */
export default defineConfig({
  plugins,
  define,
  test: { isolate: false, environment: 'node', testTimeout: 60_000, hookTimeout: 120_000, include: chosenArea().tests },
})
