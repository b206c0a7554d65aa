import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/** Builds the chaos run as one file, because loading each section's definition through a loader takes a fifth of the time otherwise. Gone with this process. */
export async function buildChaos() {
  const { build } = await import('vite')
  const outDir = join(root, `node_modules/.cache/lapangan/chaos-${process.pid}`)
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }))
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    define: { __VERSION__: JSON.stringify('chaos') },
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      copyPublicDir: false,
      minify: false,
      rolldownOptions: { input: { main: 'tests/chaos/main.ts' }, output: { entryFileNames: '[name].js', codeSplitting: false } },
    },
    ssr: { target: 'node' },
  })
  return join(outDir, 'main.js')
}
