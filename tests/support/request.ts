/** Calls an API without a port as one signed-in person. */
import type { Hono } from 'hono'
import type { Person } from './api.ts'

export interface TestResponse {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  body: any
}

export type TestRequest = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<TestResponse>

/** FormData is sent as a form, other bodies as JSON. */
export function requestAs(app: Hono, person: Person): TestRequest {
  return async (method, path, body, headers = {}) => {
    const form = body instanceof FormData
    const answer = await app.request(path, {
      method,
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(form || body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }
}
