/** Signing in and out over the wire (docs/product/session.md#calls), and what the server says of the session. */
import type { Call } from '#contract/kit/section/call.ts'
import { clientId, login, loginCode, loginConfirm, logout, me, type Session } from '#contract/session.ts'
import { sessionMessages } from '#contract/session-messages.ts'
import { readItem, writeItem } from '../base/storage.ts'
import { ApiError } from './api-error.ts'
import { loadConfig } from './config.ts'
import { plainSession } from './plain-session.ts'
import { request } from './request.ts'
import { adopt, end, sessionStore, updateWorkerSession } from './session.ts'
import { toSession } from './session-data.ts'
import { readToken } from './token.ts'

/** Asks who the token stands for now. Being offline changes nothing; a 401 ends the session by itself. */
async function refresh(token: string): Promise<Session | null> {
  const session = toSession(await request<unknown>(me), token)
  if (session && readToken() === token) adopt(session)
  return session
}

export async function signInWithToken(token: string): Promise<void> {
  try {
    if (await refresh(token)) return
  } catch {
    if (sessionStore.get().status === 'guest') return
  }
  end(sessionMessages.failed, 'automatic')
}

/** Roles and permissions as they are on the server now; called when the first row is on the screen. Never throws. */
export async function refreshSession(): Promise<void> {
  const token = readToken()
  if (token && !sessionStore.get().session?.plain) await refresh(token).catch(() => null)
}

/** The signed note by which the server knows this device again; it opens nothing. */
const deviceKey = 'lapangan-known-device'

/** What the body of a request that begins or mends access says of the device; nothing to a server that does not know it. */
export async function deviceFields(): Promise<{ device?: string }> {
  const { additions } = await loadConfig()
  const device = readItem(deviceKey)
  return device && additions !== false ? { device } : {}
}

/** Sends a step of signing in that may be the last one. Throws ApiError, with a `challenge` where another step follows. */
async function begin(call: Call, fields: Readonly<Record<string, string | number>>, username: string): Promise<Record<string, unknown>> {
  const { additions } = await loadConfig()
  const response = await request<Record<string, unknown>>(call, { body: { ...fields, ...(await deviceFields()) } })
  const token = typeof response.token === 'string' ? response.token : null
  const session =
    (additions !== false && toSession(response, token)) || (additions !== true && plainSession(response, token, username)) || null
  if (!session) throw new ApiError(sessionMessages.failed, 200, 'unknown')
  if (typeof response.device === 'string') writeItem(deviceKey, response.device)
  adopt(session)
  await updateWorkerSession(session).catch(() => undefined)
  return response
}

/** Throws ApiError with the server's words for a wrong password, and 'No Internet Connection' offline. */
export async function signIn(username: string, password: string): Promise<void> {
  const { clientSecret } = await loadConfig()
  await begin(login, { username, password, client_id: clientId, client_secret: clientSecret }, username)
}

/** The second step: a code of the person's app, or a recovery code. */
export async function signInWithCode(challenge: string, code: string): Promise<void> {
  await begin(loginCode, { challenge, code }, '')
}

/** The second step of somebody who sets up an app first: its first code. Gives the recovery codes, which are told this once. */
export async function signInWithApp(challenge: string, code: string): Promise<string[]> {
  const { recovery_codes: codes } = await begin(loginConfirm, { challenge, code }, '')
  return Array.isArray(codes) ? codes.map(String) : []
}

/**
 * Revokes the token where the server can be reached, forgets the session and asks for '/'. What is waiting stays in
 * this person's own database, closed until they sign in again; whoever signs out with unsent changes was asked before.
 */
export async function signOut(): Promise<void> {
  // The token is read before the first await of request(), so forgetting it right after is safe.
  const revoked = request(logout).catch(() => null)
  end(null, 'signed-out')
  await revoked
}
