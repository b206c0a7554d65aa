/** The stream of contract/changes.ts: names of changed sections, from any process. */

import type { Hono } from 'hono'
import { changedPauseMs, changesStream, maxWatched } from '#contract/changes.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { isSectionName, sections } from '#contract/sections/index.ts'
import type { Database } from '#server/db/database.ts'
import { sectionArrived, sectionChanged, signalsLost } from '#server/db/signals.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { Events, type ServerEvent } from '#server/platform/core/events.ts'
import { countStream, mayStream } from '#server/platform/core/streams.ts'
import { mount } from '#server/platform/http/mount.ts'

/** Interval of checks of permissions and sessions, in ms. */
const checkMs = 15_000

type Listener = (section: string) => void

interface Changes {
  /** Calls back with each changed section, until the returned function is called. */
  watch(listener: Listener): () => void
  /** Milliseconds since a section changed, or may have. */
  age(section: string): number
}

async function recordChanges(database: Database): Promise<Changes> {
  const listeners = new Set<Listener>()
  const latest = new Map<string, number>()
  let began = performance.now()
  const record: Listener = (section) => {
    if (section === signalsLost) began = performance.now()
    else latest.set(section, performance.now())
    for (const each of listeners) each(section)
  }
  await Promise.all([sectionChanged, sectionArrived].map((channel) => database.listen(channel, record)))
  return {
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    age: (section) => performance.now() - Math.max(began, latest.get(section) ?? began),
  }
}

const reads = ({ nav, permission }: Section, { permissions }: CurrentUser) =>
  (nav?.anyOf ?? [permission]).some((resource) => permissions.has(`get ${resource}`))

/** Returns the existing ones of the requested sections. */
const named = (text: string): Promise<Section[]> =>
  Promise.all(
    [...new Set(text.split(','))]
      .filter(isSectionName)
      .slice(0, maxWatched)
      .map((name): Promise<Section> => sections[name]()),
  )

async function* events(
  { people }: Platform,
  changes: Changes,
  asked: readonly Section[],
  asking: CurrentUser,
  jti: string,
  over: AbortSignal,
): AsyncGenerator<ServerEvent, void, undefined> {
  let user: CurrentUser | null = asking
  let wake: () => void = () => undefined
  const changed = new Set<string>()
  const names = new Set(asked.map(({ name }) => name))
  const ended = countStream('changes', jti)
  const unwatch = changes.watch((section) => {
    if (section !== signalsLost && !names.has(section)) return
    for (const name of section === signalsLost ? names : [section]) changed.add(name)
    wake()
  })
  const check = async () => {
    user = await people.bySession(jti)
    wake()
  }
  const timer = setInterval(() => void check().catch(() => undefined), checkMs).unref()
  over.addEventListener('abort', () => wake())
  try {
    const readable = asked.filter((section) => reads(section, asking))
    yield { name: 'ready', data: { ages: Object.fromEntries(readable.map(({ name }) => [name, Math.round(changes.age(name))])) } }
    while (user && !over.aborted) {
      const person = user
      const sent = asked.filter((section) => changed.delete(section.name) && reads(section, person))
      for (const { name } of sent) yield { name: 'changed', data: { section: name } }
      await new Promise<void>((resolve) => {
        // Changes in the meantime make one more event, no more.
        if (sent.length) setTimeout(resolve, changedPauseMs)
        else if (changed.size) resolve()
        else wake = resolve
      })
    }
  } finally {
    ended()
    clearInterval(timer)
    unwatch()
  }
}

export function mountChanges(app: Hono, platform: Platform): void {
  const recorded = recordChanges(platform.database)
  mount(app, platform, changesStream, async ({ user, session, query }) => {
    const jti = session?.jti ?? ''
    mayStream('changes', jti)
    const asked = await named(toText(query.sections))
    const changes = await recorded
    return new Events((left) => events(platform, changes, asked, user, jti, AbortSignal.any([left, platform.background.signal])))
  })
}
