/** Signing in and out over the wire (part-1 sections 4 and 7), and what the server says of the session. */
import { clientId, login, logout, me, type Session } from '#contract/session.ts'
import { sessionMessages } from '#contract/session-messages.ts'
import { ApiError } from './api-error.ts'
import { loadConfig } from './config.ts'
import { plainSession } from './plain-session.ts'
import { request } from './request.ts'
import { adopt, end, sessionStore, tellWorker } from './session.ts'
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

/** Throws ApiError with the server's words for a wrong password, and 'No Internet Connection' without a line. */
export async function signIn(username: string, password: string): Promise<Session> {
  const { clientSecret, additions } = await loadConfig()
  const body = { username, password, client_id: clientId, client_secret: clientSecret }
  const answer = await request<{ token?: unknown }>(login, { body })
  const token = typeof answer.token === 'string' ? answer.token : null
  const session = (additions !== false && toSession(answer, token)) || (additions !== true && plainSession(answer, token, username)) || null
  if (!session) throw new ApiError(sessionMessages.failed, 200, 'unknown')
  adopt(session)
  await tellWorker(session).catch(() => undefined)
  return session
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
