/** A foreign client of the API: signs in and calls, like curl. */
import type { Page } from '#contract/kit/field/paging.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { clientId, demoClientSecret, login, type Session } from '#contract/session.ts'
import { type Account, accounts, password } from './accounts.ts'

export interface Client {
  readonly session: Session
  fetch(path: string, options?: RequestInit): Promise<Response>
  list(path: string, query?: Readonly<Record<string, string>>): Promise<Page<AnyRow>>
}

export async function signInTo(url: string, account: Account): Promise<Client> {
  const response = await fetch(url + login.path, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: accounts[account], password, client_id: clientId, client_secret: demoClientSecret }),
  })
  if (!response.ok) throw new Error(`${account} cannot sign in: ${response.status} ${await response.text()}`)
  const session: Session = await response.json()
  const call = (path: string, options: RequestInit = {}) =>
    fetch(url + path, { ...options, headers: { authorization: `Bearer ${session.token}`, ...options.headers } })
  return {
    session,
    fetch: call,
    async list(path, query = {}) {
      const answered = await call(`${path}?${new URLSearchParams(query)}`)
      if (!answered.ok) throw new Error(`${path}: ${answered.status} ${await answered.text()}`)
      return answered.json()
    },
  }
}
