/** Who is signed in (part-1 section 4). State only: where to go after it is the shell's affair. */
import type { Access } from '#contract/kit/permission.ts'
import { clientId, login, logout, me, type Session, sessionMessages } from '#contract/session.ts'
import { ApiError } from './api-error.ts'
import { loadConfig } from './config.ts'
import { request } from './request.ts'
import { forgetSession, keepSession, readSession, toSession, withPermissions } from './session-data.ts'
import { createStore, useStore } from './store.ts'
import { onUnauthorized, readToken, tokenKey } from './token.ts'

export interface SessionState {
  status: 'checking' | 'guest' | 'signed-in'
  session: Session | null
  /** Why the session ended by itself: a message of the specification, shown word for word. */
  notice: string | null
  /** How the last session ended; 'signed-out' resets all and goes to '/'. */
  ended: 'signed-out' | 'automatic' | null
}

const guest: SessionState = { status: 'guest', session: null, notice: null, ended: null }
const nobody: Access = { roles: [], permissions: [] }

export const sessionStore = createStore<SessionState>({ ...guest, status: 'checking' })

export const useSession = (): SessionState => useStore(sessionStore)
export const getAccess = (): Access => sessionStore.get().session ?? nobody
export const useAccess = (): Access => useStore(sessionStore, (state) => state.session ?? nobody)

/** The worker drains with what it finds in its own small store, so that follows every change of the session. */
async function tellWorker(session: Session | null): Promise<void> {
  const { writeCredentials } = await import('./outbox/credentials.ts')
  await writeCredentials(session && { token: session.token, owner: session.user.ref })
}

function adopt(session: Session): void {
  keepSession(session)
  sessionStore.set({ status: 'signed-in', session: withPermissions(session), notice: null, ended: null })
}

function end(notice: string | null, ended: 'signed-out' | 'automatic'): void {
  forgetSession()
  sessionStore.set({ ...guest, notice, ended })
  void tellWorker(null)
}

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

/** Reads the device and says at once who is there; the server's word follows in the background. */
function check(): void {
  const stored = readSession(Date.now())
  if (stored.is === 'missing') sessionStore.set(guest)
  else if (stored.is === 'expired') end(sessionMessages.expired, 'automatic')
  else if (stored.is === 'unreadable') end(sessionMessages.failed, 'automatic')
  else if (stored.is === 'token only') void signInWithToken(stored.token)
  else sessionStore.set({ status: 'signed-in', session: stored.session, notice: null, ended: null })
}

/** Called once, at start, before the first render. Another tab's signing in or out is followed, too. */
export function startSession(): void {
  onUnauthorized(() => end(sessionMessages.invalid, 'automatic'))
  addEventListener('storage', (event) => {
    if (event.key === tokenKey) check()
  })
  check()
}

/** Roles and permissions as they are on the server now; called when the first row is on the screen. Never throws. */
export async function refreshSession(): Promise<void> {
  const token = readToken()
  if (token) await refresh(token).catch(() => null)
}

/** Ends the session when its token runs out while the console is open. */
export function endIfExpired(): void {
  if (readSession(Date.now()).is === 'expired') end(sessionMessages.expired, 'automatic')
}

/** Throws ApiError with the server's words for a wrong password, and 'No Internet Connection' without a line. */
export async function signIn(username: string, password: string): Promise<Session> {
  const { clientSecret } = await loadConfig()
  const body = { username, password, client_id: clientId, client_secret: clientSecret }
  const answer = await request<{ token?: unknown }>(login, { body })
  const session = toSession(answer, typeof answer.token === 'string' ? answer.token : null)
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
