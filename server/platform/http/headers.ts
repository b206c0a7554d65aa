import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { errorLogToken } from '#contract/error-logs.ts'
import { exportHeaders } from '#contract/kit/section/sheet.ts'
import { embedOrigins } from '#contract/lib/embed.ts'
import { syncHeaders } from '#contract/sync.ts'
import type { Settings } from '../settings/settings.ts'
import { otherConsoles } from './own-hosts.ts'

/** The program that hashes videos compiles WebAssembly; a worker has the policy of its own file. */
const hashWorker = /^\/assets\/hash-worker-[\w-]+\.js$/

/** A strict policy: no inline scripts, no eval. Inline styles are injected by the console's libraries. */
export function safeHeaders(settings: Settings): MiddlewareHandler {
  const [strict, withWasm] = [headersWith(settings, ["'self'"]), headersWith(settings, ["'self'", "'wasm-unsafe-eval'"])]
  return (c, next) => (hashWorker.test(c.req.path) ? withWasm : strict)(c, next)
}

function headersWith(settings: Settings, scriptSrc: string[]): MiddlewareHandler {
  const { hosts, publicUrl, production } = settings
  const origin = (address: string) => (address ? [new URL(address).origin] : [])
  const apis = [...origin(hosts.main), ...origin(hosts.backend)]
  const socket = origin(hosts.websocket)
  const pictures = [...apis, ...origin(hosts.imageLoader)]
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc,
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...pictures],
      mediaSrc: ["'self'", 'blob:', ...apis],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...apis, ...socket, ...origin(hosts.imageLoader)],
      workerSrc: ["'self'"],
      // A PDF where no tab can show it; players in article previews.
      frameSrc: ['blob:', ...embedOrigins],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: production && publicUrl.startsWith('https:') ? 'max-age=31536000; includeSubDomains' : false,
    // Public pages allow less.
    overwrite: false,
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    // Pictures for consoles of other origins.
    crossOriginResourcePolicy: otherConsoles(settings).length ? 'cross-origin' : 'same-origin',
    permissionsPolicy: { camera: ['self'], microphone: ['self'], geolocation: [], payment: [], usb: [] },
  })
}

/** Allows consoles of other origins; null where there are none. */
export function otherOrigins(settings: Settings): MiddlewareHandler | null {
  const origin = otherConsoles(settings)
  if (!origin.length) return null
  return cors({
    origin,
    allowHeaders: ['Authorization', 'Content-Type', errorLogToken, ...Object.values(syncHeaders)],
    exposeHeaders: [syncHeaders.echo, ...Object.values(exportHeaders), 'Content-Disposition', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
}
