import type { Context } from 'hono'
import type { Settings } from '../core/settings.ts'
import { isOwnRequest } from './own-request.ts'
import { clientAddress, InnerRequest } from './request.ts'

/** `local` is a request without a socket, which only a test or this program itself can make. */
export function isLoopbackAddress(address: string): boolean {
  return address === 'local' || address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address)
}

/** What proxies, tunnels and hosts in front of the program say of whom they speak for. */
const passedOnBy = ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'X-Forwarded-Host', 'CF-Connecting-IP', 'True-Client-IP', 'Via'] as const

/**
 * Whether a request comes from this machine, by the socket's peer. A header of a proxy that is not trusted says nothing of where
 * it comes from but that it was passed on, so such a request counts as one from elsewhere.
 */
export function isLocalRequest(c: Context, trustProxy: boolean): boolean {
  const isPassedOn = passedOnBy.some((name) => c.req.header(name) !== undefined)
  if (isPassedOn && !trustProxy && !(c.env instanceof InnerRequest)) return false
  return isLoopbackAddress(clientAddress(c, trustProxy))
}

/** Whether demo accounts and the simulator answer this request. They ask for no secret, so no page of others may reach them through a browser. */
export function mayUseDemo(c: Context, settings: Settings): boolean {
  const { demo, production, demoPublic, trustProxy } = settings
  if (!demo || production || !(demoPublic || isLocalRequest(c, trustProxy))) return false
  const header = (name: string) => c.req.header(name)
  const host = header('Host') ?? new URL(c.req.url).host
  return isOwnRequest({ origin: header('Origin'), host, 'x-forwarded-host': header('X-Forwarded-Host') }, settings)
}
