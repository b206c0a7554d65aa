import type { Hono, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Platform } from '../core/context.ts'
import { tokenGate } from '../http/token-gate.ts'

export interface Metrics {
  measure: MiddlewareHandler
  mount(app: Hono): void
}

/** Times requests by route (not by address, which has record ids) and logs them with their id. */
export function createMetrics({ log, settings }: Platform): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return {
    async measure(c, next) {
      const begin = performance.now()
      await next()
      const seconds = (performance.now() - begin) / 1000
      const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? 'other'
      const { method } = c.req
      const { status } = c.res
      duration.observe({ method, route, status: String(status) }, seconds)
      log.info({ request_id: c.get('requestId'), method, route, status, ms: Math.round(seconds * 1000) }, 'request')
    },
    mount(app) {
      app.get(
        '/metrics',
        tokenGate(settings.metricsToken, settings.production),
        async () =>
          new Response(await registry.metrics(), { headers: { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' } }),
      )
    },
  }
}
