// npm run chaos: random schedules of saving, faults and kills against the real outbox and the real API, in process.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { install, root, run } from './install.mjs'

install()
// One file, because loading each section's definition through a loader takes a fifth of the time otherwise.
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
run(process.execPath, [join(outDir, 'main.js'), ...process.argv.slice(2)])
