/** Injects faults, and ends all of them. */
import type { DatabaseFault, Faults } from '#tests/support/database-faults.ts'
import type { Clock } from './clock.ts'
import type { Device } from './device.ts'
import type { Journal } from './journal.ts'
import type { Person } from './person.ts'
import type { Process } from './process.ts'
import type { Fault } from './schedule.ts'
import type { ModelServer } from './server.ts'
import { lockName } from './tab.ts'

export interface World {
  database: Faults
  devices: readonly Device[]
  server: ModelServer
  clock: Clock
  journal: Journal
  person: Person
}

const year = 365 * 24 * 3600 * 1000
/** How long a fault waits for its opportunity. */
const occasion = 60_000

/** Retries until success or a timeout. */
function whenever(clock: Clock, every: number, attempt: () => boolean, until = clock.now + occasion): void {
  if (attempt() || clock.now >= until) return
  clock.after(every, () => whenever(clock, every, attempt, until))
}

function victim(device: Device, n: number): Process | undefined {
  const all: Process[] = [...device.tabs, ...device.workers]
  return all[n % Math.max(1, all.length)]
}

function kill(device: Device, n: number, { clock, journal }: World): void {
  const process = victim(device, n)
  if (!process) return
  const isTab = device.tabs.some((tab) => tab === process)
  process.killAfter(n % 29)
  process.onKilled(() => {
    journal.hit('kill')
    if (isTab) clock.after(500 + 20 * n, () => device.tabs.length < 3 && device.openTab())
  })
}

/** Deploys a new version: one tab takes it at once, the others run old code for a while. */
function update(device: Device, n: number, { clock, journal }: World): void {
  whenever(clock, 300, () => {
    const { session, tabs } = device
    if (!session || device.rowsOf(session.owner).every((row) => row.state === 'parked')) return false
    journal.hit('app update')
    for (const [i, tab] of [...tabs].entries()) {
      tab.old = true
      const reload = () => {
        if (tab.dead) return
        tab.die()
        device.openTab()
      }
      if (i === n % tabs.length) reload()
      else clock.after(20_000 + 40 * n, reload)
    }
    return true
  })
}

/** How long a page stays with a database that does not open, or a worker is suspended. */
const silence = (n: number) => 1_000 + 25 * n

/** Loses connections, or what is asked of them next, once or several times in a row. */
async function breakDatabase(device: Device, kind: DatabaseFault, n: number, { database, clock }: World): Promise<void> {
  const outbox = device.session && device.outbox(device.session.owner)
  if (!outbox?.name) return
  const { name } = outbox
  // What the oracle reads by is open before; a held database answers only when time goes on.
  if (!device.release) await clock.work(outbox.rows)
  database.next(name, ...Array.from({ length: kind === 'open is silent' ? 1 : 1 + (n % 3) }, () => kind))
  if (kind !== 'lost on open' && kind !== 'open is silent') return
  victim(device, n)?.handle?.lose()
  if (kind === 'open is silent') clock.after(silence(n), () => device.restartUnopened())
}

/** The worker that writes in bulk is suspended within a transaction, and goes on, or ends, after a while. */
async function suspendWorker(device: Device, n: number, { database, clock, journal }: World): Promise<void> {
  const outbox = device.session && device.outbox(device.session.owner)
  if (!outbox?.name || device.release) return
  const { name } = outbox
  await clock.work(outbox.rows)
  device.release = await clock.work(() => database.hold(name))
  journal.hit('worker suspended in a batch')
  clock.after(silence(n), () => device.answer())
}

export async function applyFault(fault: Fault, world: World): Promise<void> {
  const { devices, server, clock, journal, person } = world
  const device = devices[fault.device] ?? devices[0]
  if (!device) return
  const { kind, n } = fault
  const user = device.session?.user ?? 0
  switch (kind) {
    case '401':
      return clock.work(() => server.revoke(user))
    case '403':
      await clock.work(() => server.forbid(user, true))
      return void clock.after(10_000 + 30 * n, () => void clock.work(() => server.forbid(user, false)))
    case '422':
      person.invalidNext += 1
      return
    case '412':
    case "other's edit, same field":
    case "other's edit, other field":
    case "other's delete":
      return void person.rivals.push(kind)
    case 'kill':
      return kill(device, n, world)
    case 'freeze':
      victim(device, n)?.freeze(5_000 + 75 * n)
      return journal.hit(kind)
    case 'clock +1 year':
    case 'clock -1 year':
      device.clockOff += kind === 'clock +1 year' ? year : -year
      return journal.hit(kind)
    case 'lock stolen':
      return whenever(clock, 40, () => {
        const name = lockName(device.session?.owner ?? '')
        if (!device.locks.isHeld(name)) return false
        device.locks.steal(name)
        journal.hit(kind)
        return true
      })
    case 'quota':
      device.full = true
      return void clock.after(1_000 + 25 * n, () => {
        device.full = false
      })
    case 'app update':
      return update(device, n, world)
    case 'worker suspended in a batch':
      return suspendWorker(device, n, world)
    case 'lost on open':
    case 'lost on transaction':
    case 'lost on commit, kept':
    case 'lost on commit, not kept':
    case 'open is silent':
      return breakDatabase(device, kind, n, world)
    default:
      device.network.faults.push({ kind, left: 1 + (n % 3), n })
  }
}

/** Ends all faults: network, storage and permissions are restored, old code reloads, and a console is open. */
export async function calm({ devices, server, clock, person, database }: World): Promise<void> {
  person.rivals.length = 0
  database.clear()
  for (const user of server.users.keys()) await clock.work(() => server.forbid(user, false))
  for (const device of devices) {
    device.network.faults = []
    device.full = false
    for (const process of [...device.tabs, ...device.workers]) process.spare()
    device.answer()
    device.restartUnopened()
    for (const tab of device.tabs.filter(({ old }) => old)) {
      tab.die()
      device.openTab()
    }
    device.setNetwork(true)
    if (!device.tabs.length) device.openTab()
    if (!device.session) await device.signIn(device.index, device.tabs[0] ?? null)
  }
}
