import { defineConfig } from 'vite'
import packageJson from './package.json' with { type: 'json' }

/** The API and its companions (backup), as plain modules for Node; packages stay where npm put them. */
export default defineConfig({
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
        'import-reader': 'server/crud/import/reader.ts',
        'knowledge-parser': 'server/knowledge/parser.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { target: 'node', noExternal: [] },
})
