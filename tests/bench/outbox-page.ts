/** Browser part of the outbox's bench: the console's modules without screens. */
import { connectionStore, probeNow, startConnection } from '#console/data/api/connection.ts'
import { adopt } from '#console/data/api/session.ts'
import { ownerDatabase } from '#console/data/cache/db.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { submit } from '#console/data/writes/submit.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import type { Session } from '#contract/session.ts'

const update = sectionCall(leads, 'update')

function edit(rows: readonly AnyRow[], n: number) {
  const row = rows[n % rows.length]
  if (!row) throw new Error('no leads')
  const base = { version: row.version, values: { city: row.city } }
  return submit({ call: update, touches: [row.ref], patch: { city: `City ${n}` }, base, label: String(row.name) })
}

const waiting = async () => (await ownerDatabase()?.outbox.count()) ?? -1

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}

const bench = {
  begin(session: Session): void {
    adopt(session)
    startConnection()
  },
  /** Milliseconds of `submit` for each of `count` sequential edits. */
  async keep(rows: readonly AnyRow[], from: number, count: number): Promise<number[]> {
    const took: number[] = []
    for (let n = from; n < from + count; n++) {
      const began = performance.now()
      await edit(rows, n)
      took.push(performance.now() - began)
    }
    return took
  },
  waiting,
  offline: () => until(() => connectionStore.get() !== 'online'),
  /** Milliseconds from reconnection to an empty outbox. */
  async replay(): Promise<number> {
    await until(async () => {
      await probeNow()
      return connectionStore.get() === 'online'
    })
    const began = performance.now()
    // Polling the database would block the drain.
    await until(() => outboxStore.get().rows.length === 0)
    return performance.now() - began
  },
  /** Baseline: one request per edit, with this concurrency. */
  async plain(rows: readonly AnyRow[], token: string, count: number, abreast: number): Promise<number> {
    let next = 0
    const worker = async () => {
      while (next < count) {
        const n = next++
        const response = await fetch(`${leads.path}/${rows[n % rows.length]?.ref}`, {
          method: 'PUT',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Update-Mask': 'city' },
          body: JSON.stringify({ city: `Plain ${n}` }),
        })
        if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
        await response.text()
      }
    }
    const began = performance.now()
    await Promise.all(Array.from({ length: abreast }, worker))
    return performance.now() - began
  },
}
export type OutboxBench = typeof bench

Object.assign(globalThis, { bench })
