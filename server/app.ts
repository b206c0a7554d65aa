/** Mounts the API. */
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { mountAreas } from './areas.ts'
import { checkReferences } from './crud/query/check-references.ts'
import { mountAccount } from './platform/auth/account.ts'
import { mountSession } from './platform/auth/session.ts'
import type { Platform } from './platform/core/context.ts'
import { mountFailures } from './platform/core/failures.ts'
import { otherOrigins, safeHeaders } from './platform/http/headers.ts'
import { mountConsole } from './platform/http/static.ts'
import { mountJobs } from './platform/jobs/api.ts'
import { mountConfig } from './platform/routes/config.ts'
import { mountErrorLogs } from './platform/routes/error-logs.ts'
import { mountFiles } from './platform/routes/files-route.ts'
import { mountHealth, mountLive } from './platform/routes/health.ts'
import { mountImageLoader } from './platform/routes/image-loader.ts'
import { createMetrics } from './platform/routes/metrics.ts'
import { mountMutations } from './platform/routes/mutations.ts'
import { mountOpenApi } from './platform/routes/openapi-route.ts'
import { mountStaging } from './platform/routes/staging-route.ts'

export function createApp(platform: Platform): Hono {
  const app = new Hono()
  const metrics = createMetrics(platform)
  mountFailures(app, platform)
  app.use(safeHeaders(platform.settings))
  const others = otherOrigins(platform.settings)
  if (others) app.use(others)
  // Probes are neither named nor measured.
  mountLive(app)
  app.use(requestId(), metrics.measure)
  mountHealth(app, platform)
  metrics.mount(app)
  mountConfig(app, platform)
  mountSession(app, platform)
  mountAccount(app, platform)
  mountMutations(app, platform)
  mountErrorLogs(app, platform)
  mountStaging(app, platform)
  mountJobs(app, platform)
  mountAreas(app, platform)
  checkReferences()
  mountFiles(app, platform)
  mountImageLoader(app, platform)
  mountOpenApi(app, platform)
  mountConsole(app)
  return app
}
