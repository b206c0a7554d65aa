import type { Hono } from 'hono'
import type { Platform } from './context.ts'
import { ApiError, sendProblem, toApiError } from './problem.ts'

function matches(pattern: string, path: string): boolean {
  const source = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}$`).test(path)
}

/** Returns the methods of an address. */
function methodsOf(app: Hono, path: string): string[] {
  const found = app.routes.filter((route) => route.method !== 'ALL' && !route.path.includes('*') && matches(route.path, path))
  return [...new Set(found.map(({ method }) => method))]
}

/** Handles errors outside handlers: unknown address, wrong method, internal error. */
export function mountFailures(app: Hono, { log }: Platform): void {
  app.notFound((c) => {
    const methods = methodsOf(app, c.req.path)
    if (!methods.length) return sendProblem(c, new ApiError('not_found', 'There is nothing at this address.'))
    const response = sendProblem(c, new ApiError('method_not_allowed'))
    response.headers.set('Allow', methods.join(', '))
    return response
  })
  app.onError((error, c) => {
    const known = toApiError(error)
    if (known?.extra.reason?.code === 'disk_full') log.error({ request_id: c.get('requestId') }, 'the disk is full')
    if (!known) log.error({ request_id: c.get('requestId'), err: error }, 'a request failed')
    return sendProblem(c, known ?? new ApiError('internal'))
  })
}
