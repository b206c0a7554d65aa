import { defineConfig } from 'vitest/config'
import { navAreas } from '../../contract/nav-items.ts'
import { sectionModules } from '../../vite.sections.ts'
import { chosenArea } from './areas.mjs'

const { items, others } = await navAreas()

/** One project, because a mutant is switched on in one process. */
export default defineConfig({
  plugins: [sectionModules()],
  define: { __VERSION__: JSON.stringify('test'), 'globalThis.__nav': JSON.stringify([...items, ...others]) },
  test: { isolate: false, environment: 'node', testTimeout: 60_000, hookTimeout: 120_000, include: chosenArea().tests },
})
