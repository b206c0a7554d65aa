import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import {
  chunkGroups,
  chunkNames,
  compileEarly,
  manifestLater,
  minifyBoot,
  ownSearch,
  plainImports,
  readsOnly,
  shellFirst,
} from './build/chunks.ts'
import { sectionModules, sectionsInPage } from './build/sections.ts'
import { publicPages } from './contract/public-pages.ts'
import packageJson from './package.json' with { type: 'json' }
import { messages } from './src/i18n/vite-plugin.ts'
import { manifest } from './src/manifest.ts'

/** The console. The API is built by build/server.config.ts. */
export default defineConfig({
  define: {
    __VERSION__: JSON.stringify(process.env.LAPANGAN_BUILD ?? packageJson.version),
    __BACK_OFFICE__: process.env.BACK_OFFICE === 'true',
  },
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, routesDirectory: 'src/routes', generatedRouteTree: 'src/routeTree.gen.ts' }),
    react(),
    tailwindcss(),
    messages(),
    chunkNames(),
    shellFirst(),
    sectionsInPage(),
    sectionModules(),
    compileEarly(),
    minifyBoot(),
    plainImports(),
    readsOnly(),
    ownSearch(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,woff2,svg,webmanifest}', 'apple-touch-icon.png', 'icons/icon-192.png'],
        // The readers of spreadsheets and videos are fetched for the first one: an import needs the network anyway. That of QR codes: sw/code-on-demand.ts.
        globIgnores: ['**/*.map', 'screenshots/**', 'assets/xlsx-*.js', 'assets/needs-converter-*.js', 'assets/decode-*.js'],
        maximumFileSizeToCacheInBytes: 3_000_000,
        rollupFormat: 'iife',
      },
    }),
    manifestLater(),
  ],
  // Its shim is for a React without the hook; the router's store asks for it.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  // Modules, so that the thread that reads files loads the spreadsheet library only for a spreadsheet.
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: ({ facadeModuleId }) =>
          `assets/${facadeModuleId?.includes('/cache-worker/') ? 'cache-worker' : '[name]'}-[hash].js`,
      },
    },
  },
  build: {
    outDir: 'dist/console',
    manifest: true,
    target: 'es2022',
    sourcemap: false,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups(import.meta.dirname) } } },
  },
  server: {
    port: 4001,
    proxy: Object.fromEntries(apiPaths().map((path) => [path, { target: `http://localhost:${process.env.PORT ?? 4000}`, ws: true }])),
  },
})

/** What the API serves; everything else is the console's in development. */
function apiPaths(): string[] {
  const areas = [
    'admin',
    'crm',
    'content',
    'transaction',
    'member',
    'event',
    'emitten',
    'console',
    'sync',
    'online-class',
    'merchandise',
    'chatbot',
    'utility',
  ]
  return [
    ...areas.map((area) => `^/${area}/(in|public)/`),
    ...publicPages.map((page) => `^/${page}/`),
    '/files',
    '/config.json',
    '/health',
    '/metrics',
    '/version',
    '/openapi.json',
    '/docs',
    '/image-loader',
    '/simulator',
  ]
}
