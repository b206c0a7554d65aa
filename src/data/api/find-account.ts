/** Whose account a link with a token opens (docs/product/session.md#calls). Loaded with its screen. */
import { me, type Session } from '#contract/session.ts'
import { serverNow } from '../base/server-clock.ts'
import { getConfig } from './config.ts'
import { buildRequest, requestWire } from './request.ts'
import { toSession } from './session-data.ts'
import { tokenExpiry } from './token.ts'

/**
 * Whose account a token opens; the device keeps nothing of it yet, because the author of a link may have put their own token into it. Null
 * where it opens none.
 */
export async function findAccount(token: string): Promise<Session | null> {
  if ((tokenExpiry(token) ?? 0) * 1_000 <= serverNow()) return null
  const wire = buildRequest(me, {}, getConfig())
  wire.headers.Authorization = `Bearer ${token}`
  const { status, body } = await requestWire(wire, false)
  return status === 200 ? toSession(body, token) : null
}
