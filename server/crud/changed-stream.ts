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
const watched = new WeakMap<Database, { listeners: Set<Listener>; ready: Promise<unknown> }>()

/** Calls back with each changed section, until the returned function is called. */
async function watch(database: Database, listener: Listener): Promise<() => void> {
  let known = watched.get(database)
  if (!known) {
    const listeners = new Set<Listener>()
    const tell: Listener = (section) => {
      for (const each of listeners) each(section)
    }
    const ready = Promise.all([sectionChanged, sectionArrived].map((channel) => database.listen(channel, tell)))
    known = { listeners, ready }
    watched.set(database, known)
  }
  const { listeners, ready } = known
  await ready
  listeners.add(listener)
  return () => void listeners.delete(listener)
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
  { database, people }: Platform,
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
  const unwatch = await watch(database, (section) => {
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
    yield { name: 'ready', data: {} }
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
  mount(app, platform, changesStream, async ({ user, session, query }) => {
    const jti = session?.jti ?? ''
    mayStream('changes', jti)
    const asked = await named(toText(query.sections))
    return new Events((left) => events(platform, asked, user, jti, AbortSignal.any([left, platform.background.signal])))
  })
}
