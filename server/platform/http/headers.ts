import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { errorLogToken } from '#contract/chat/error-logs.ts'
import { exportHeaders } from '#contract/kit/section/sheet.ts'
import { embedOrigins } from '#contract/lib/embed.ts'
import { syncHeaders } from '#contract/sync.ts'
import type { Settings } from '../core/settings.ts'

/** A strict policy: no inline scripts, no eval. Inline styles are injected by the console's libraries. */
export function safeHeaders({ hosts, publicUrl, production, origins }: Settings): MiddlewareHandler {
  const origin = (address: string) => (address ? [new URL(address).origin] : [])
  const apis = [...origin(hosts.main), ...origin(hosts.backend)]
  const socket = origin(hosts.websocket)
  const pictures = [...apis, ...origin(hosts.imageLoader)]
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...pictures],
      mediaSrc: ["'self'", 'blob:', ...apis],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...apis, ...socket, ...origin(hosts.imageLoader)],
      workerSrc: ["'self'"],
      // Players in article previews.
      frameSrc: [...embedOrigins],
      manifestSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: production && publicUrl.startsWith('https:') ? 'max-age=31536000; includeSubDomains' : false,
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    // Pictures for consoles of other origins.
    crossOriginResourcePolicy: origins.length ? 'cross-origin' : 'same-origin',
    permissionsPolicy: { camera: [], microphone: ['self'], geolocation: [], payment: [], usb: [] },
  })
}

/** Allows configured consoles of other origins. */
export function otherOrigins(origins: readonly string[]): MiddlewareHandler {
  return cors({
    origin: [...origins],
    allowHeaders: ['Authorization', 'Content-Type', errorLogToken, ...Object.values(syncHeaders)],
    exposeHeaders: [syncHeaders.echo, ...Object.values(exportHeaders), 'Content-Disposition', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
}
