/** Sign-in and sign-out calls (docs/product/session.md#calls), and refresh of the session. */

import { isRecord } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { clientId, login, loginCode, loginConfirm, logout, me, type Session } from '#contract/session.ts'
import { sessionMessages } from '#contract/session-messages.ts'
import { readItem, writeItem } from '../base/storage.ts'
import { ApiError } from './api-error.ts'
import { loadConfig } from './config.ts'
import { request } from './request.ts'
import { adopt, end, sessionStore, updateWorkerSession } from './session.ts'
import { toSession } from './session-data.ts'
import { readToken, tokenClaims } from './token.ts'

/** Session of a server with only the base contract: its login returns no user (docs/product/session.md#calls, decision 9). */

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** User id from the token, for 'mine'; 0 when absent. */
function idOf(token: string): number {
  const { sub, id, user_id } = tokenClaims(token)
  return [id, user_id, sub].map((claim) => (typeof claim === 'string' && /^\d{1,15}$/.test(claim) ? Number(claim) : claim)).find(isId) ?? 0
}

/**
 * The user is identified by the sign-in name, so that the device's data is found again. Null unless the response has the base contract's
 * parts: a token with expiry, roles and permissions.
 */
function plainSession(response: unknown, token: string | null, username: string): Session | null {
  if (!isRecord(response) || !token || typeof tokenClaims(token).exp !== 'number') return null
  const { roles, permissions, roleRead } = response
  if (!isTexts(roles) || !isTexts(permissions)) return null
  const name = username.trim().toLowerCase()
  const user = { id: idOf(token), ref: `plain-${encodeURIComponent(name)}`, name, email: name.includes('@') ? name : '' }
  return { token, roles, permissions, roleRead: isTexts(roleRead) ? roleRead : [], user, plain: true }
}

/** Fetches the token's user. Offline nothing changes; a 401 ends the session. */
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

/** Gives back what was sealed when this person signed out here, before any screen reads it. What does not open stays as it is. */
async function openOwn({ user, device_key: secret }: Session): Promise<void> {
  if (!secret || !('indexedDB' in globalThis)) return
  await import('../sealed/seal.ts').then(({ openSealed }) => openSealed(user.ref, secret)).catch(() => undefined)
}

/** Signs in with an account that the person has confirmed. */
export async function signInAs(session: Session): Promise<void> {
  await openOwn(session)
  adopt(session)
  await updateWorkerSession(session).catch(() => undefined)
}

/** Updates roles and permissions; called after the first row. Never throws. */
export async function refreshSession(): Promise<void> {
  const token = readToken()
  if (token && !sessionStore.get().session?.plain) await refresh(token).catch(() => null)
}

/** Signed token by which the server recognises this device; it grants nothing. */
const deviceKey = 'lapangan-known-device'

/** Device fields of a sign-in request; none for a server without them. */
export async function deviceFields(): Promise<{ device?: string }> {
  const { additions } = await loadConfig()
  const device = readItem(deviceKey)
  return device && additions !== false ? { device } : {}
}

/** Sends a step of sign-in, possibly the last. Throws ApiError, with a `challenge` where another step follows. */
async function begin(call: Call, fields: Readonly<Record<string, string | number>>, username: string): Promise<Record<string, unknown>> {
  const { additions } = await loadConfig()
  const response = await request<Record<string, unknown>>(call, { body: { ...fields, ...(await deviceFields()) } })
  const token = typeof response.token === 'string' ? response.token : null
  const session =
    (additions !== false && toSession(response, token)) || (additions !== true && plainSession(response, token, username)) || null
  if (!session) throw new ApiError(sessionMessages.failed, 200, 'unknown')
  if (typeof response.device === 'string') writeItem(deviceKey, response.device)
  await signInAs(session)
  return response
}

/** Throws ApiError: the server's words for a wrong password, 'No Internet Connection' offline. */
export async function signIn(username: string, password: string): Promise<void> {
  const { clientSecret } = await loadConfig()
  await begin(login, { username, password, client_id: clientId, client_secret: clientSecret }, username)
}

/** Second step: an authenticator or recovery code. */
export async function signInWithCode(challenge: string, code: string): Promise<void> {
  await begin(loginCode, { challenge, code }, '')
}

/** Second step with setup of an app: its first code. Returns the recovery codes, which are shown once. */
export async function signInWithApp(challenge: string, code: string): Promise<string[]> {
  const { recovery_codes: codes } = await begin(loginConfirm, { challenge, code }, '')
  return Array.isArray(codes) ? codes.map(String) : []
}

/**
 * Revokes the token if reachable, deletes the session and navigates to '/'. What stays on the device is start/leave-device.ts's.
 */
export async function signOut(): Promise<void> {
  // request() reads the token before its first await, so deleting it next is safe.
  const revoked = request(logout).catch(() => null)
  end(null, 'signed-out')
  await revoked
}
