/** The signed-in user (docs/product/session.md#session). State only: navigation is the shell's. */

import type { Access } from '#contract/kit/field/permission.ts'
import type { Session } from '#contract/session.ts'
import { sessionMessages } from '#contract/session-messages.ts'
import { serverNow } from '../base/server-clock.ts'
import { createStore, useStore } from '../base/store.ts'
import { forgetSession, readSession, storeSession, withPermissions } from './session-data.ts'
import { onUnauthorized, tokenKey } from './token.ts'

export interface SessionState {
  status: 'checking' | 'guest' | 'signed-in'
  session: Session | null
  /** Reason of an automatic end: a fixed message of the base contract. */
  notice: string | null
  /** How the last session ended; 'signed-out' resets all and leads to '/'. */
  ended: 'signed-out' | 'automatic' | null
}

const guest: SessionState = { status: 'guest', session: null, notice: null, ended: null }
const nobody: Access = { roles: [], permissions: [] }

export const sessionStore = createStore<SessionState>({ ...guest, status: 'checking' })

export const useSession = (): SessionState => useStore(sessionStore)
export const getAccess = (): Access => sessionStore.get().session ?? nobody
export const useAccess = (): Access => useStore(sessionStore, (state) => state.session ?? nobody)

/** Copies the session to the worker's store at every change, for its drain. */
export async function updateWorkerSession(session: Session | null): Promise<void> {
  const { writeCredentials } = await import('../outbox/wire/credentials.ts')
  await writeCredentials(session && { token: session.token, owner: session.user.ref })
}

/** Signs a person in. */
export function adopt(session: Session): void {
  storeSession(session)
  sessionStore.set({ status: 'signed-in', session: withPermissions(session), notice: null, ended: null })
}

/** Signs out; `notice`: the reason of an automatic end. */
export function end(notice: string | null, ended: 'signed-out' | 'automatic'): void {
  forgetSession(ended === 'automatic')
  sessionStore.set({ ...guest, notice, ended })
  void updateWorkerSession(null)
}

/** Reads the stored session synchronously; the server's response follows in the background. */
function check(): void {
  const stored = readSession(serverNow())
  if (stored.is === 'missing') sessionStore.set(guest)
  else if (stored.is === 'expired') end(sessionMessages.expired, 'automatic')
  else if (stored.is === 'unreadable') end(sessionMessages.failed, 'automatic')
  else if (stored.is === 'token only') void import('./sign-in.ts').then(({ signInWithToken }) => signInWithToken(stored.token))
  else sessionStore.set({ status: 'signed-in', session: stored.session, notice: null, ended: null })
}

/** Called once at start, before the first render. Follows sign-in and sign-out in other tabs. */
export function startSession(): void {
  onUnauthorized(() => end(sessionMessages.invalid, 'automatic'))
  addEventListener('storage', (event) => {
    if (event.key === tokenKey) check()
  })
  check()
}

/** Ends the session when its token expires while open. */
export function endIfExpired(): void {
  if (readSession(serverNow()).is === 'expired') end(sessionMessages.expired, 'automatic')
}
