import { beforeAll, expect, it, vi } from 'vitest'
import { ApiError, offlineError, toApiError } from '#console/data/api/api-error.ts'
import { loadMessages, setLocale } from '#console/i18n/i18n.ts'
import { failureText, isLinkSpent, signInFailure } from './failure.ts'

const problem = (status: number, code: string, message: string, headers = {}) => toApiError(status, { code, message }, new Headers(headers))
const busy = problem(429, 'rate_limited', 'Too many attempts. Try again in 3 minutes.', { 'Retry-After': '170' })
const broken = problem(500, 'internal', 'The database is full.')

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
  await loadMessages('session')
})

it("failureText returns the server's message, or that there is no connection", () => {
  expect(failureText(busy)).toBe('Too many attempts. Try again in 3 minutes.')
  expect(failureText(broken)).toBe('The database is full.')
  expect(failureText(toApiError(502, '<html>'))).toBe('Something wrong')
  expect(failureText(offlineError())).toBe('No Internet Connection')
})

it("signInFailure returns the wait and its reason in the person's language", async () => {
  expect(signInFailure(busy)).toBe('Too many attempts. Try again in 3 minutes.')
  expect(signInFailure(problem(429, 'rate_limited', 'x', { 'Retry-After': '12' }))).toBe('Too many attempts. Try again in 1 minute.')
  expect(signInFailure(offlineError())).toMatch(/^No Internet Connection/)
  expect(signInFailure(problem(400, 'bad_credentials', 'x'))).toBe('The email or password is wrong.')
  await loadMessages('kit')
  const reasoned = (status: number, code: string, reason: string) =>
    signInFailure(toApiError(status, { code, message: 'x', reason: { code: reason } }, new Headers()))
  expect(reasoned(403, 'forbidden', 'user_inactive')).toBe('This account is not active. Ask an administrator.')
  expect(reasoned(400, 'bad_credentials', 'wrong_client')).toMatch(/^The server does not know this program/)
  expect(signInFailure(problem(410, 'gone', 'x'))).toBe('This took too long. Please begin again.')
})

it('isLinkSpent is true only where the server refused the link', () => {
  expect(isLinkSpent(problem(410, 'gone', 'This link has expired or was already used.'))).toBe(true)
  expect(isLinkSpent(new ApiError('x', 422, 'invalid', { fields: { token: { code: 'max_length', message: 'x' } } }))).toBe(true)
  for (const error of [busy, broken, offlineError(), toApiError(503, null), new TypeError('x')]) expect(isLinkSpent(error)).toBe(false)
})
