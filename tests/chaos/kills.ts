/** Kills the API during writes: it restarts, with every acknowledged write once. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { bank } from '#contract/sections/settings/bank.ts'
import { syncHeaders } from '#contract/sync.ts'
import { type Client, signInTo } from '#tests/support/client.ts'
import { startServer } from '#tests/support/server.ts'
import type { ServerOptions } from '#tests/support/server-process.ts'

const writers = 6
/** Milliseconds of writing before a kill, to hit many moments of a transaction. */
const moments = [40, 160, 15, 90, 300, 60, 220]

export interface KillsReport {
  /** Creates with response 201. */
  acknowledged: number
  /** Acknowledged banks that are missing. */
  lost: string[]
  /** Banks that exist more than once. */
  doubled: string[]
  /** Milliseconds of each restart. */
  starts: number[]
}

/** A writer: one bank after the other, each retried with its key until acknowledged. */
async function write(client: Client, acknowledged: Set<string>, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const key = randomUUID()
    const body = JSON.stringify({
      bank_name: `Bank ${key}`,
      account_number: '1234567890',
      account_holder: 'PT Uji',
      bank_branch: 'Pusat',
      company_code: 'EMT',
      is_active: true,
    })
    const headers = { 'content-type': 'application/json', [syncHeaders.key]: key }
    while (!acknowledged.has(`Bank ${key}`) && !isOver()) {
      const response = await client.fetch(bank.path, { method: 'POST', headers, body }).catch(() => null)
      if (response?.status === 201) acknowledged.add(`Bank ${key}`)
      else if (response && response.status < 500 && response.status !== 409) throw new Error(`${response.status} ${await response.text()}`)
      else await pause(10)
    }
  }
}

async function namesOf(client: Client): Promise<string[]> {
  const names: string[] = []
  for (let page = 1; ; page++) {
    const { data, total_record = 0 } = await client.list(bank.path, { page: String(page), size: '1000', query: 'search:Bank ' })
    names.push(...data.map((row) => String(row.bank_name)))
    if (page * 1000 >= total_record) return names
  }
}

/** Throws when the API does not restart. */
export async function runKills(kills: number, options: ServerOptions = {}): Promise<KillsReport> {
  const server = await startServer({ env: { DEMO_LEADS: '0', LOG_LEVEL: 'warn' }, ...options })
  try {
    const client = await signInTo(server.url, 'root')
    const acknowledged = new Set<string>()
    const starts: number[] = []
    let over = false
    const written = Array.from({ length: writers }, () => write(client, acknowledged, () => over))
    for (let kill = 0; kill < kills; kill++) {
      await pause(moments[kill % moments.length])
      await server.killAndRestart()
      starts.push(server.readyAfter)
    }
    over = true
    await Promise.all(written)
    const names = await namesOf(client)
    const count = new Map<string, number>()
    for (const name of names) count.set(name, (count.get(name) ?? 0) + 1)
    return {
      acknowledged: acknowledged.size,
      lost: [...acknowledged].filter((name) => !count.has(name)),
      doubled: [...count].flatMap(([name, times]) => (times > 1 && acknowledged.has(name) ? [name] : [])),
      starts,
    }
  } finally {
    await server.dispose()
  }
}
