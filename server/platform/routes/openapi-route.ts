import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { toRecord } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { Platform } from '../core/context.ts'
import { type Asset, compressedAsset, sendAsset } from '../http/asset.ts'
import { mountedCalls } from '../http/mount.ts'
import { tokenGate } from '../http/token-gate.ts'
import { openApi } from './openapi.ts'

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
details { border-block-end: 1px solid color-mix(in srgb, currentColor 15%, transparent); padding-block: .5rem }
summary { cursor: pointer; display: flex; gap: .75rem; flex-wrap: wrap }
summary b { inline-size: 4.5rem } summary span { margin-inline-start: auto; opacity: .7 }
pre { overflow: auto; background: color-mix(in srgb, currentColor 6%, transparent); padding: .75rem; border-radius: .375rem }
`

function entry(call: Call, operation: unknown) {
  const who = typeof call.permission === 'string' ? call.permission : call.permission.join(', or ')
  return html`<details id="${call.name}">
    <summary><b>${call.method}</b><code>${call.path}</code><span>${who}</span></summary>
    <pre>${JSON.stringify(operation, null, 2)}</pre>
  </details>`
}

function page(calls: readonly Call[], url: string) {
  const paths = toRecord(openApi(calls, url).paths)
  const area = (call: Call) => call.section ?? call.name.split('.')[0] ?? ''
  const groups = [...new Set(calls.map(area))].map((name) => ({ name, members: calls.filter((call) => area(call) === name) }))
  return html`<!doctype html>
    <html lang="en">
      <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><title>Lapangan API</title><style>${raw(style)}</style></head>
      <body>
        <h1>Lapangan API</h1>
        <p>Generated from the contract. As a document: <a href="/openapi.json">/openapi.json</a></p>
        ${groups.map(
          ({ name, members }) =>
            html`<h2>${name}</h2>${members.map((call) => entry(call, toRecord(paths[call.path])[call.method.toLowerCase()]))}`,
        )}
      </body>
    </html>`
}

/** The calls of a process never change: what describes them is written at its first request, which takes half a second. */
function madeOnce(type: string, write: () => string | Promise<string>): () => Promise<Asset> {
  let made: Promise<Asset> | null = null
  return () => {
    made ??= Promise.resolve(write()).then((text) => compressedAsset(type, text))
    return made
  }
}

export function mountOpenApi(app: Hono, { settings }: Platform): void {
  const gate = tokenGate(settings.docsToken, settings.production)
  const document = madeOnce('application/json', () => JSON.stringify(openApi(mountedCalls(app), settings.publicUrl)))
  const shown = madeOnce('text/html; charset=utf-8', async () => String(await page(mountedCalls(app), settings.publicUrl)))
  app.get('/openapi.json', gate, async (c) => sendAsset(c, await document(), 'private, no-cache'))
  app.get('/docs', gate, async (c) => sendAsset(c, await shown(), 'private, no-cache'))
}
