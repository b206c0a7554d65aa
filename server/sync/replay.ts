/** POST /sync/in/v1/mutations (contract/replay.ts): many waiting changes in one request, each through `mount` like a single one. */

import type { Hono } from 'hono'
import { maxEntries, TooManyEntriesError } from '#contract/kit/field/decode-entries.ts'
import { type ReplayEntry, replay } from '#contract/replay.ts'
import { syncHeaders } from '#contract/sync.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { NdjsonStream } from '#server/platform/core/ndjson-stream.ts'
import { ApiError, problemBody, toApiError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount, mountedCalls } from '#server/platform/http/mount.ts'
import { InnerRequest } from '#server/platform/http/request.ts'
import { parseUrl } from '#server/platform/settings/parse-url.ts'
import { createOrderedQueue } from './ordered-queue.ts'
import { createVersions } from './replay-versions.ts'

export interface ReplayLine {
  id: string
  status: number
  echo: string | null
  retry_after: number | null
  body: string
}

/** Milliseconds in which changes of a request share one flush to the disk: longer than it takes, too short to be waited for. */
const heldMs = 25

type ReplayedRequest = Pick<CallRequest, 'session' | 'address' | 'user'>

const isEntry = (value: unknown): value is ReplayEntry => typeof value === 'object' && value !== null && 'id' in value && 'path' in value

/** Returns the form of an entry; the call validates its body. */
function formOf(body: string): FormData {
  const form = new FormData()
  const entries = new URLSearchParams(body)
  if (entries.size > maxEntries) throw new TooManyEntriesError()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

/** Returns an entry as a single request. */
function requestOf({ user, session }: ReplayedRequest, entry: ReplayEntry, version: string | null): Request {
  const headers = new Headers({
    Authorization: `Bearer ${session?.token ?? ''}`,
    [syncHeaders.key]: entry.id,
    [syncHeaders.owner]: user.ref,
    ...(entry.mask != null && { [syncHeaders.mask]: entry.mask }),
    ...(version !== null && { [syncHeaders.ifMatch]: version }),
  })
  const isForm = entry.encoding === 'form'
  if (entry.body != null && !isForm) headers.set('Content-Type', 'application/json')
  const body = entry.body == null || entry.method === 'GET' ? null : isForm ? formOf(entry.body) : entry.body
  return new Request(`http://replay${entry.path}`, { method: entry.method, headers, body })
}

const lineOf = async (id: string, response: Response): Promise<ReplayLine> => ({
  id,
  status: response.status,
  echo: response.headers.get(syncHeaders.echo),
  retry_after: Number(response.headers.get('Retry-After')) || null,
  body: await response.text(),
})

function problemLine(id: string, error: ApiError): ReplayLine {
  return { id, status: error.status, echo: null, retry_after: null, body: JSON.stringify(problemBody(error)) }
}

const idOrRef = '(?:[1-9]\\d{0,15}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})'

/**
 * Returns an entry's address as the router sees it; null if resolving changes it: a backslash, dot segment, second host or encoded letter.
 * Clients never queue those, and the matched address has to be the served one.
 */
function resolved(path: string): URL | null {
  const url = parseUrl(`http://replay${path}`)
  const [given = ''] = path.split('?')
  return url?.host === 'replay' && url.pathname === given && !given.includes('%') ? url : null
}

/** Returns whether an address is a queueable change; no other calls, and no nested replay. */
function replayable(app: Hono): (entry: ReplayEntry) => boolean {
  let patterns: { method: string; pattern: RegExp }[] | null = null
  return ({ method, path }) => {
    patterns ??= mountedCalls(app)
      .filter((call) => call.kind === 'mutation' && call.offline === 'queue' && call.name !== replay.name)
      .map((call) => ({ method: call.method, pattern: new RegExp(`^${call.path.replace(/\{\w+\}/g, idOrRef)}$`) }))
    const url = resolved(path)
    return url !== null && patterns.some((known) => known.method === method && known.pattern.test(url.pathname))
  }
}

export function mountReplay(app: Hono, platform: Platform): void {
  const isReplayable = replayable(app)
  const acquire = createOrderedQueue()
  let requests = 0

  /** Never rejects: an invalid entry, such as with a mask outside Latin-1, has its line as well. */
  async function responseOf(request: ReplayedRequest, entry: ReplayEntry, version: string | null): Promise<ReplayLine> {
    try {
      return await lineOf(entry.id, await app.fetch(requestOf(request, entry, version), new InnerRequest(request.address)))
    } catch (error) {
      return problemLine(entry.id, toApiError(error) ?? new ApiError('malformed'))
    }
  }

  async function* responses(request: ReplayedRequest, entries: readonly ReplayEntry[]): AsyncIterable<ReplayLine> {
    const done = new Set<string>()
    const versions = createVersions()
    const order = ++requests
    const left = [...entries]

    async function next(entry: ReplayEntry): Promise<ReplayLine> {
      const { id } = entry
      const stands = (entry.after ?? []).every((before) => done.has(before))
      if (!stands || !isReplayable(entry))
        return problemLine(id, new ApiError('not_attempted', stands ? 'This has to be sent by itself.' : undefined))
      const version = versions.follow(entry.follow, entry.if_match ?? null)
      const release = await acquire(request.user.ref, order)
      const line = await responseOf(request, entry, version).finally(release)
      if (line.status < 300 && versions.learn(line.body)) done.add(id)
      return line
    }

    /** Lines of changes that are flushed together. */
    async function someLines(): Promise<ReplayLine[]> {
      const lines: ReplayLine[] = []
      const end = performance.now() + heldMs
      for (let entry = left.shift(); entry; entry = performance.now() < end ? left.shift() : undefined) {
        const line = await next(entry)
        lines.push(line)
        if (line.status === 401 || line.status === 421) left.length = 0
      }
      return lines
    }

    while (left.length) yield* await platform.database.hold(someLines)
  }

  mount(app, platform, replay, async ({ session, address, user, body }) => {
    const entries = Array.isArray(body.entries) ? body.entries.filter(isEntry) : []
    return new NdjsonStream(responses({ session, address, user }, entries))
  })
}
