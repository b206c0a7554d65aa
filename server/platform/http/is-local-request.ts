import type { Context } from 'hono'
import type { Settings } from '../settings/settings.ts'
import { isOwnRequest } from './own-request.ts'
import { clientAddress, InnerRequest } from './request.ts'

/** `local` is a request without socket, made only by tests and this program. */
export function isLoopbackAddress(address: string): boolean {
  return address === 'local' || address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address)
}

/** Headers of proxies, tunnels and hosts in front of the program that name the client. */
const passedOnBy = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Forwarded-Host', 'CF-Connecting-IP', 'True-Client-IP', 'Via'] as const

/**
 * Returns whether a request comes from this machine, by the socket's peer. An untrusted proxy's header only shows that it was forwarded, so
 * that it counts as remote.
 */
export function isLocalRequest(c: Context, trustProxy: boolean): boolean {
  const isPassedOn = passedOnBy.some((name) => c.req.header(name) !== undefined)
  if (isPassedOn && !trustProxy && !(c.env instanceof InnerRequest)) return false
  return isLoopbackAddress(clientAddress(c, trustProxy))
}

/** Returns whether demo accounts and simulator serve this request. They need no secret: foreign pages must not reach them through a browser. */
export function mayUseDemo(c: Context, settings: Settings): boolean {
  const { demo, production, demoPublic, trustProxy } = settings
  if (!demo || production || !(demoPublic || isLocalRequest(c, trustProxy))) return false
  const header = (name: string) => c.req.header(name)
  const host = header('Host') ?? new URL(c.req.url).host
  return isOwnRequest({ origin: header('Origin'), host, 'x-forwarded-host': header('X-Forwarded-Host') }, settings)
}
