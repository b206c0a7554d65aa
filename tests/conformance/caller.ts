/** Sends a call of the contract like any client, through the app; no socket, no console code. */

import { formEntries } from '#contract/kit/field/form-entries.ts'
import { type Call, fillPath, removalBody } from '#contract/kit/section/call.ts'
import { clientId, demoClientSecret, login, type Session } from '#contract/session.ts'
import { type Account, accounts, password } from '#tests/support/accounts.ts'
import { assertDeclared } from './declared.ts'

export interface App {
  request(path: string, init?: RequestInit): Response | Promise<Response>
}

export interface Sent {
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, string>>
  body?: Readonly<Record<string, unknown>> | undefined
  /** Of a call with a binary body. */
  bytes?: Uint8Array<ArrayBuffer>
  ids?: readonly (string | number)[]
  token?: string | undefined
  headers?: Readonly<Record<string, string>>
}

function formOf(call: Call, body: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [key, value] of formEntries(call.body ?? {}, body, call.part)) form.append(key, value instanceof Blob ? value : String(value))
  return form
}

function bodyOf(call: Call, sent: Sent): { body?: BodyInit; type?: string } {
  if (call.removal) {
    const removal = removalBody(call.removal, sent.ids ?? [])
    return removal === undefined ? {} : { body: JSON.stringify(removal), type: 'application/json' }
  }
  if (call.encoding === 'bytes') return { body: sent.bytes ?? new Uint8Array(1), type: 'application/octet-stream' }
  if (!sent.body) return {}
  if (call.encoding === 'multipart') return { body: formOf(call, sent.body) }
  return { body: JSON.stringify(sent.body), type: 'application/json' }
}

export async function send(app: App, call: Call, sent: Sent = {}): Promise<Response> {
  const { body, type } = bodyOf(call, sent)
  const query = new URLSearchParams(sent.query).toString()
  const byPath = call.removal?.by === 'path' ? { id: sent.ids?.[0] ?? '' } : {}
  const response = await app.request(fillPath(call.path, { ...byPath, ...sent.params }) + (query && `?${query}`), {
    method: call.method,
    headers: { ...(type && { 'content-type': type }), ...(sent.token && { authorization: `Bearer ${sent.token}` }), ...sent.headers },
    ...(body !== undefined && { body }),
  })
  await assertDeclared(call, response)
  return response
}

/** Signs in; returns the session. */
export async function signIn(app: App, account: Account | { username: string; password: string }): Promise<Session> {
  const who = typeof account === 'string' ? { username: accounts[account], password } : account
  const response = await send(app, login, { body: { ...who, client_id: clientId, client_secret: demoClientSecret } })
  if (response.status !== 200) throw new Error(`${who.username} cannot sign in: ${response.status} ${await response.text()}`)
  return response.json()
}
