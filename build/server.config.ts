import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import packageJson from '../package.json' with { type: 'json' }

const catalogs = join(import.meta.dirname, '../src/i18n')

/** The catalogs that name fields and choices, beside the program, because an import reads them (server/crud/import/words.ts). */
const words: Plugin = {
  name: 'lapangan-words',
  generateBundle() {
    for (const file of readdirSync(catalogs, { recursive: true, encoding: 'utf8' }))
      if (/^(?:sections\/[a-z-]+|[a-z]{2}\/(?:fields|sections))\.json$/.test(file))
        this.emitFile({ type: 'asset', fileName: `words/${file}`, source: readFileSync(join(catalogs, file)) })
  },
}

/** The API and its companions (backup, move of files), as plain modules for Node; packages stay where npm put them. */
export default defineConfig({
  plugins: [words],
  define: { __VERSION__: JSON.stringify(process.env.LAPANGAN_BUILD ?? packageJson.version) },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node20',
    copyPublicDir: false,
    minify: false,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        backup: 'server/backup/main.ts',
        'files-move': 'server/backup/move-files-main.ts',
        'import-reader': 'server/crud/import/reader.ts',
        'video-converter': 'server/video/converter.ts',
        'knowledge-parser': 'server/assistant/knowledge/parser.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { target: 'node', noExternal: [] },
})
