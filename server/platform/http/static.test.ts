import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mountConsole } from './static.ts'

const script = 'console.log(1);'.repeat(100)
const manifest = {
  'index.html': { file: 'assets/index-1.js', imports: ['_shared.js'] },
  '_leads-1.js': { file: 'assets/leads-1.js', name: 'leads', imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared-1.js' },
  '_list.js': { file: 'assets/list-1.js', imports: ['_shared.js'] },
  '_section-bank-1.js': { file: 'assets/bank-1.js', name: 'section-bank', imports: ['_list.js'] },
  '_section-user-1.js': { file: 'assets/user-1.js', name: 'section-user' },
  '_registry-1.js': { file: 'assets/registry-1.js', name: 'registry' },
  'src/routes/_console.tsx?tsr-split=component': { file: 'assets/layout-1.js' },
  'src/routes/_console/$section/list.tsx?tsr-split=component': { file: 'assets/route-list-1.js' },
  'src/routes/_console/$section/add.tsx?tsr-split=component': { file: 'assets/route-add-1.js' },
  'src/routes/_console/$section/edit.$id.tsx?tsr-split=component': { file: 'assets/route-edit-1.js' },
  'src/routes/_console/leads.list.tsx?tsr-split=component': { file: 'assets/leads-list-1.js' },
  'src/routes/_console/leads.list.tsx?tsr-split=errorComponent': { file: 'assets/leads-wrong-1.js' },
  'src/routes/_console/dashboard.tsx?tsr-split=component': { file: 'assets/dashboard-1.js' },
  'src/routes/login.tsx?tsr-split=component': { file: 'assets/login-1.js' },
}
const files: Record<string, string | Buffer> = {
  'index.html': '<!doctype html><head><title>x</title><script type="module" src="/assets/index-1.js"></script></head><body></body>',
  'sw.js': 'self',
  '.vite/manifest.json': JSON.stringify(manifest),
  'assets/index-1.js': script,
  'assets/index-1.js.br': brotliCompressSync(script),
}

let folder: string
let app: Hono
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lapangan-console-'))
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  app = new Hono()
  mountConsole(app, folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

const page = (path: string) => app.request(path, { headers: { Accept: 'text/html,*/*' } })
const preloaded = async (path: string) =>
  [...(await (await page(path)).text()).matchAll(/modulepreload" crossorigin href="\/assets\/([\w-]+)-1/g)].map((match) => match[1])

it('static serves precompressed files to clients that accept them, cached forever', async () => {
  const compressed = await app.request('/assets/index-1.js', { headers: { 'Accept-Encoding': 'gzip, br' } })
  expect(compressed.headers.get('Content-Encoding')).toBe('br')
  expect(compressed.headers.get('Cache-Control')).toContain('immutable')
  const plain = await app.request('/assets/index-1.js')
  expect([plain.headers.get('Content-Encoding'), await plain.text()]).toEqual([null, script])
})

it('page and worker are revalidated, at no cost if unchanged', async () => {
  for (const path of ['/', '/sw.js']) {
    const response = await page(path)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
    const etag = response.headers.get('ETag') ?? ''
    expect((await app.request(path, { headers: { Accept: 'text/html', 'If-None-Match': etag } })).status).toBe(304)
  }
})

it('the page preloads chunks of the requested screen, without those it loads anyway', async () => {
  expect(await preloaded('/bank/list')).toEqual(['bank', 'list', 'registry', 'layout', 'route-list'])
  expect(await preloaded('/bank/add')).toEqual(['bank', 'list', 'registry', 'layout', 'route-add'])
  expect(await preloaded('/user/edit/7')).toEqual(['user', 'registry', 'layout', 'route-edit'])
  expect(await preloaded('/leads/list')).toEqual(['leads', 'layout', 'leads-list'])
  expect(await preloaded('/dashboard')).toEqual(['layout', 'dashboard'])
  expect(await preloaded('/unknown/list')).toEqual([])
  expect(await preloaded('/login')).toEqual([])
})

it('the page is served to browsers and at the bare address, and no file outside of the folder is', async () => {
  expect((await app.request('/')).headers.get('Content-Type')).toContain('text/html')
  expect((await app.request('/bank/list')).status).toBe(404)
  expect((await page('/crm/in/v1/unknown')).status).toBe(404)
  expect((await page('/assets/gone.js')).status).toBe(404)
  for (const path of ['/.vite/manifest.json', '/..%2f..%2fetc%2fpasswd', '/%2e%2e/package.json'])
    expect((await app.request(path)).status).toBe(404)
})
