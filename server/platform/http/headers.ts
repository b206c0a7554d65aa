import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { errorLogToken } from '#contract/chat/error-logs.ts'
import { exportHeaders } from '#contract/kit/section/sheet.ts'
import { embedOrigins } from '#contract/lib/embed.ts'
import { syncHeaders } from '#contract/sync.ts'
import type { Settings } from '../core/settings.ts'

/** A strict policy: no inline script and no eval. Inline style is allowed, because the console's libraries inject it. */
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
      // Players in the preview of an article.
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
    // Pictures that a console of another origin shows.
    crossOriginResourcePolicy: origins.length ? 'cross-origin' : 'same-origin',
    permissionsPolicy: { camera: [], microphone: ['self'], geolocation: [], payment: [], usb: [] },
  })
}

/** Lets consoles of other origins in, where they are configured. */
export function otherOrigins(origins: readonly string[]): MiddlewareHandler {
  return cors({
    origin: [...origins],
    allowHeaders: ['Authorization', 'Content-Type', errorLogToken, ...Object.values(syncHeaders)],
    exposeHeaders: [syncHeaders.echo, ...Object.values(exportHeaders), 'Content-Disposition', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  })
}
