/** Calls of the contract by the worker, as the current user. */
import { buildRequest, type RequestInput } from '#console/data/outbox/wire/build-request.ts'
import type { Credentials } from '#console/data/outbox/wire/credentials.ts'
import { exchange } from '#console/data/outbox/wire/exchange.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { readConfig } from './config.ts'

/** Rejects unless a full 200 is received. */
export type RequestCall = (call: Call<unknown>, input?: RequestInput) => Promise<Record<string, unknown>>

export async function requestWith({ token }: Pick<Credentials, 'token'>): Promise<RequestCall> {
  const config = await readConfig()
  return async (call, input = {}) => {
    const request = buildRequest(call, input, config)
    request.headers.Authorization = `Bearer ${token}`
    const { status, body } = await exchange(request)
    if (status !== 200 || !isRecord(body)) throw new Error(`${call.name} answered ${status}`)
    return body
  }
}
