/** The worker of the cached areas. Runs wherever messages can be exchanged. */
import { wibDay } from '#contract/lib/wib.ts'
import { type SyncedArea, syncedAreas } from '#contract/synced-areas.ts'
import { OwnerDatabase } from '../outbox/store/database.ts'
import { createActivityGate } from './activity-gate.ts'
import { openArea, type Post } from './area-host.ts'
import type { ToWorker } from './messages.ts'
import { runOneByOne } from './one-by-one.ts'

/** The state of one person; closed when another one signs in. */
function openFor({ owner, clockAhead }: Extract<ToWorker, { kind: 'open' }>, post: Post) {
  const db = new OwnerDatabase(owner, () => undefined, { bulk: true })
  runOneByOne(db)
  const activity = createActivityGate(
    () => performance.now(),
    (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  )
  // A person who has just opened the page is about to use it.
  activity.onActivity()
  const today = () => wibDay(new Date(Date.now() + clockAhead))
  let isResting = false
  const parts = { db, activity, today, post, isResting: () => isResting }
  const open = new Map(syncedAreas.map((area) => [area, openArea({ ...parts, area })]))
  const each = async (run: (area: ReturnType<typeof openArea>) => Promise<unknown>) => {
    await Promise.allSettled([...open.values()].map(run))
  }
  return {
    owner,
    area: (name: SyncedArea) => open.get(name),
    start: () => each((area) => area.start()),
    look: () => each((area) => area.look()),
    pause: () => each((area) => area.pause()),
    /** One after the other: what is asked for first is there first. */
    async pull(message: Extract<ToWorker, { kind: 'pull' }>): Promise<void> {
      for (const area of message.areas) await open.get(area)?.pull(message)
    },
    acted: activity.onActivity,
    rest() {
      isResting = true
      for (const area of open.values()) area.rest()
    },
    wake() {
      isResting = false
    },
    close() {
      for (const area of open.values()) area.close()
      db.close()
    },
  }
}

/** Handles the page's messages; its own are posted through `post`. */
export function createHost(post: Post): (message: ToWorker) => void {
  let open: ReturnType<typeof openFor> | null = null
  return (message) => {
    if (message.kind === 'open') {
      if (open?.owner === message.owner) return
      open?.close()
      open = openFor(message, post)
      void open.start()
    } else if (message.kind === 'ask') void open?.area(message.area)?.respond(message.n, message.ask)
    else if (message.kind === 'pull') void open?.pull(message).catch(() => undefined)
    else if (message.kind === 'acted') open?.acted()
    else if (message.kind === 'rest') open?.rest()
    else if (message.kind === 'wake') open?.wake()
    else if (message.kind === 'pause') void open?.pause()
    else if (message.kind === 'forget')
      void open
        ?.area(message.area)
        ?.forget()
        .catch(() => undefined)
    else void open?.look()
  }
}
