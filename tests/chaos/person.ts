/** Simulated people: they save, correct, discard, sign in and out, reload, and write the same records elsewhere. */

import { findCall } from '#console/data/outbox/row/calls.ts'
import * as revise from '#console/data/outbox/row/revise.ts'
import type { NewRow, OutboxRow } from '#console/data/outbox/row/types.ts'
import { NotKeptError } from '#console/data/outbox/store/database.ts'
import { isConnectionLost } from '#console/data/outbox/store/lost-connection.ts'
import { buildRequest } from '#console/data/outbox/wire/build-request.ts'
import { isRow } from '#console/data/outbox/wire/verdict.ts'
import { leadStatuses } from '#contract/choices/options.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { cancelMutation } from '#contract/sync.ts'
import type { Clock } from './clock.ts'
import type { Device } from './device.ts'
import type { Drop, Journal } from './journal.ts'
import { isGone, isModelled, models, type SectionOfModel, sectionNames } from './models.ts'
import type { FaultKind, Op, Step } from './schedule.ts'
import { foldedRow, toNewRow, visibleRefs } from './screen.ts'
import type { ModelServer } from './server.ts'
import { config, type Tab } from './tab.ts'

/** Sections of edits and removals: mostly leads. */
const edited = ['bank', 'leads', 'member', 'leads', 'transaction', 'leads', 'bank', 'member'] as const
const removed = ['bank', 'leads', 'member'] as const

export interface PersonParts {
  devices: readonly Device[]
  server: ModelServer
  clock: Clock
  journal: Journal
}

const fieldValue = (field: string, mark: string) => (field === 'email' ? `${mark}@lapangan.test` : mark)

export class Person {
  readonly refs: Record<SectionOfModel, string[]> = { leads: [], bank: [], member: [], transaction: [] }
  /** Number of next records that are invalid. */
  invalidNext = 0
  /** The next changed record gets a rival write. */
  readonly rivals: FaultKind[] = []
  readonly #parts: PersonParts
  #rivalMarks = 0

  constructor(parts: PersonParts) {
    this.#parts = parts
    for (const section of sectionNames) void findCall(section, `${section}.create`)
  }

  /** Creates records, opens tabs, signs in. */
  async begin(tabs: readonly number[]): Promise<void> {
    const { devices, server } = this.#parts
    for (const section of sectionNames) this.refs[section] = await server.seed(section, models[section].seeds)
    for (const device of devices) {
      await this.#look(device)
      await device.signIn(device.index, null)
      for (let i = 0; i < (tabs[device.index] ?? 1); i++) device.openTab()
    }
  }

  /** Runs one operation as far as possible now. Refusals are handled by it. */
  async act({ index, device: at, tab: which, op }: Step): Promise<void> {
    const device = this.#parts.devices[at]
    if (!device) return
    // A frozen tab takes no input.
    if (device.tabs[which % Math.max(1, device.tabs.length)]?.isFrozen) return
    const tab = device.tabs[which % Math.max(1, device.tabs.length)] ?? device.openTab()
    try {
      await this.#do(device, tab, op, `m${index}`)
    } catch (error) {
      // A full device, a closed database or a lost connection: an error is shown and nothing was promised.
      this.#parts.journal.note(`${op.do}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async #do(device: Device, tab: Tab, op: Op, mark: string): Promise<void> {
    switch (op.do) {
      case 'create':
        return this.#create(device, tab, op, mark)
      case 'edit':
        return this.#edit(device, tab, op, mark)
      case 'status':
        return this.#status(device, tab, op)
      case 'pay':
        return this.#pay(device, tab, op)
      case 'remove':
        return this.#remove(device, tab, op)
      case 'retry':
      case 'discard':
      case 'revise':
        return this.#revise(device, tab, op.do, op.pick, mark)
      case 'look':
        return this.#look(device)
      case 'reload':
        tab.die()
        return void this.#parts.clock.after(300, () => device.openTab())
      case 'close':
        return tab.die()
      case 'open':
        return void (device.tabs.length < 3 && device.openTab())
      case 'sync':
        return device.sync()
      case 'network':
        return device.setNetwork(op.on)
      case 'sign out':
        return device.signOut(tab)
      case 'hand over':
        return this.#handOver(device, op.after)
      case 'sign in':
        return device.signIn(op.user, tab)
    }
  }

  /** Another person takes the device while waiting changes are sent. */
  #handOver(device: Device, after: number): void {
    const next = 1 - (device.session?.user ?? 1)
    const [tab] = device.tabs
    device.setNetwork(true)
    device.sync()
    if (after % 2) tab?.die()
    this.#parts.clock.after(after, () => void device.signIn(next, device.tabs[0] ?? device.openTab()))
  }

  async #save(device: Device, tab: Tab, row: Omit<NewRow, 'owner'>): Promise<boolean> {
    const { handle, session } = tab
    if (!handle || !session) return false
    const { journal } = this.#parts
    const add = () => handle.outbox.add({ ...row, owner: session.owner })
    try {
      await add().catch((error: unknown) => {
        // Nobody knows whether it was kept: the same press again goes under the same id.
        if (!(error instanceof NotKeptError && error.isUnsure)) throw error
        return add()
      })
    } catch (error) {
      if (error instanceof NotKeptError && !error.isUnsure) journal.refused.add(row.id)
      throw error
    }
    journal.confirmed.add(row.id)
    tab.wake()
    device.registerSync()
    return true
  }

  async #create(device: Device, tab: Tab, { section, pick }: Extract<Op, { do: 'create' }>, mark: string): Promise<void> {
    const { journal, server } = this.#parts
    const members = tab.session ? visibleRefs(device, tab.session.owner, this.refs.member) : []
    const buyer = members[pick % Math.max(1, members.length)]
    if (section === 'transaction' && !buyer) return
    const ref = uuidv7()
    const invalid = this.invalidNext > 0
    const { create, bad } = models[section]
    const values = create(mark, { member: buyer ?? '', product: server.product, isPaid: pick % 2 === 0 })
    const dependsOn = section === 'transaction' && buyer ? [buyer] : []
    const row = toNewRow({ section, action: 'create', touches: [ref], dependsOn, patch: { ...values, ...(invalid && bad), ref } })
    if (!(await this.#save(device, tab, row))) return
    this.refs[section].push(ref)
    const saved = journal.byId.get(row.id)
    if (!invalid || !saved) return
    this.invalidNext -= 1
    saved.invalid = true
  }

  async #edit(device: Device, tab: Tab, op: Extract<Op, { do: 'edit' }>, mark: string): Promise<void> {
    const { session } = tab
    const section = edited[op.pick % edited.length] ?? 'leads'
    const refs = session ? visibleRefs(device, session.owner, this.refs[section]) : []
    const ref = refs[op.pick % Math.max(1, refs.length)]
    if (!session || !ref) return
    const { texts: fields, clearable, edit } = models[section]
    const names = [...new Set([op.field, ...(op.both ? [op.field + 1] : [])].flatMap((n) => fields[n % fields.length] ?? []))]
    const row = foldedRow(device, session.owner, ref)
    const patch = Object.fromEntries(names.map((name) => [name, op.clear && clearable.includes(name) ? null : fieldValue(name, mark)]))
    const changed = Object.keys(patch).filter((name) => patch[name] !== (row.values[name] ?? null))
    if (!changed.length) return
    const base = { version: row.version, values: Object.fromEntries(changed.map((name) => [name, row.values[name] ?? null])) }
    const only = Object.fromEntries(changed.map((name) => [name, patch[name]]))
    const saved = await this.#save(device, tab, toNewRow({ section, action: edit, touches: [ref], patch: only, base, params: { id: ref } }))
    const rival = saved && edit === 'update' && row.version !== null ? this.rivals.shift() : undefined
    if (rival) await this.rival(rival, section, ref, only)
  }

  /** Confirms the payment of an unpaid order, or cancels it. */
  async #pay(device: Device, tab: Tab, op: Extract<Op, { do: 'pay' }>): Promise<void> {
    const { session } = tab
    if (!session) return
    const rows = visibleRefs(device, session.owner, this.refs.transaction).map((ref) => ({ ref, ...foldedRow(device, session.owner, ref) }))
    const due = rows.filter(({ values }) => values.payment_status === 'unpaid')
    const order = due[op.pick % Math.max(1, due.length)]
    if (!order) return
    const base = { version: order.version, values: { payment_status: 'unpaid' } }
    const patch = { payment_status: op.cancel ? 'cancel' : 'paid' }
    const row = toNewRow({ section: 'transaction', action: 'pay', touches: [order.ref], patch, base, params: { id: order.ref } })
    await this.#save(device, tab, row)
  }

  async #status(device: Device, tab: Tab, op: Extract<Op, { do: 'status' }>): Promise<void> {
    const { session } = tab
    if (!session) return
    const status = leadStatuses[op.status % leadStatuses.length] ?? 'new'
    const all = visibleRefs(device, session.owner, this.refs.leads)
    const chosen = all.slice(op.pick % Math.max(1, all.length)).slice(0, op.many)
    const rows = chosen.map((ref) => ({ ref, ...foldedRow(device, session.owner, ref) })).filter(({ values }) => values.status !== status)
    const [first] = rows
    if (!first) return
    const touches = rows.map(({ ref }) => ref)
    const base = rows.length === 1 ? { version: first.version, values: { status: first.values.status ?? null } } : null
    await this.#save(device, tab, toNewRow({ section: 'leads', action: 'bulkUpdate', touches, patch: { ids: touches, status }, base }))
  }

  async #remove(device: Device, tab: Tab, op: Extract<Op, { do: 'remove' }>): Promise<void> {
    const { session } = tab
    if (!session) return
    const section = removed[op.pick % removed.length] ?? 'bank'
    const all = visibleRefs(device, session.owner, this.refs[section])
    const touches = all.slice(op.pick % Math.max(1, all.length)).slice(0, op.many)
    if (touches.length) await this.#save(device, tab, toNewRow({ section, action: 'remove', touches, patch: {} }))
  }

  #revisions(device: Device, tab: Tab): revise.RevisionParts | null {
    const { handle, session } = tab
    if (!handle || !session) return null
    const { find, replace } = handle.outbox
    return {
      find,
      replace,
      wake: () => tab.wake(),
      cancel: async (id) => {
        this.#parts.journal.cancelled.add(id)
        const request = buildRequest(cancelMutation, { params: { id } }, config)
        request.headers.Authorization = `Bearer ${session.token}`
        const { status, body } = await tab.step(() => device.network.send(request, {}))
        if (status < 200 || status > 299 || !isRecord(body)) throw new Error(`not cancelled: ${status}`)
        return body
      },
    }
  }

  /** Handles a waiting row; parked ones first. */
  async #revise(device: Device, tab: Tab, action: 'retry' | 'discard' | 'revise', pick: number, mark: string): Promise<void> {
    const { journal } = this.#parts
    const parts = this.#revisions(device, tab)
    const all = device.rowsOf(tab.session?.owner ?? '')
    const parked = all.filter((each) => each.state === 'parked' && each.reason !== 'auth')
    const rows = parked.length ? parked : all
    const row = rows[pick % Math.max(1, rows.length)]
    const saved = row && journal.find(device.index, row)
    if (!parts || !row || !saved) return
    const current = row.reason === 'conflict' ? row.lastError?.current : undefined
    if (action === 'discard') {
      const drop: Drop = { refs: row.touches, reported: 'nothing' }
      const made = row.action === 'create' ? row.touches : []
      saved.drops.push(drop)
      for (const ref of row.touches) journal.revised.add(ref)
      for (const ref of made) journal.unmade.add(ref)
      // A kill reaches neither branch, and a lost connection does not tell; 'missing': dropped by another tab or the server.
      try {
        const reported = await revise.discard(parts, row.seq)
        drop.reported = reported === 'ok' ? 'dropped' : 'stays'
      } catch (error) {
        if (!isConnectionLost(error)) drop.reported = 'stays'
        throw error
      } finally {
        if (saved.drops.every(({ reported }) => reported === 'stays')) for (const ref of made) journal.unmade.delete(ref)
      }
      return
    }
    if (current) saved.resolved = true
    if (action === 'retry' || ['remove', 'bulkUpdate', 'pay'].includes(row.action)) return void (await revise.retry(parts, row.seq))
    const done = await revise.edit(parts, row.seq, {
      patch: corrected(row, mark),
      ...(current && { base: { version: current.version, values: current } }),
    })
    if (done !== 'ok') return
    for (const ref of row.touches) journal.revised.add(ref)
    if (row.action === 'create') saved.invalid = false
  }

  /** Screens refetch the lists. */
  async #look(device: Device): Promise<void> {
    const { clock, server } = this.#parts
    if (!device.network.up) return
    for (const section of sectionNames) {
      const rows = (await clock.work(() => server.rows(section, this.refs[section]))).filter(isRow).filter((row) => !isGone(row))
      for (const row of rows) device.see(row)
      const there = new Set(rows.map(({ ref }) => ref))
      for (const ref of this.refs[section]) if (!there.has(ref) && device.seen.get(ref)) device.seen.set(ref, null)
    }
  }

  /** Another client writes a record that this person has just changed. */
  async rival(kind: FaultKind, section: SectionOfModel, ref: string, patch: Readonly<Record<string, unknown>>): Promise<void> {
    const { clock, journal, server } = this.#parts
    this.#rivalMarks += 1
    const mark = `o${this.#rivalMarks}`
    const { path, texts } = models[section]
    const mine = Object.keys(patch).find((name) => texts.includes(name))
    const free = texts.find((name) => !(name in patch))
    const field = kind === "other's edit, other field" ? free : mine
    if (!field) return
    const value = kind === '412' ? patch[field] : fieldValue(field, mark)
    const status = await clock.work(() =>
      kind === "other's delete"
        ? server.other('DELETE', path, { ids: [ref] })
        : server.other('PUT', `${path}/${ref}`, { [field]: value }, field),
    )
    // The 412 is counted on the server's response.
    if (status === 200 && kind !== '412') journal.hit(kind)
  }
}

/** A valid patch. */
function corrected(row: OutboxRow, mark: string): Record<string, unknown> {
  const { good, texts } = models[isModelled(row.section) ? row.section : 'leads']
  const field = texts.at(-1) === 'email' ? 'name' : (texts.at(-1) ?? 'name')
  const valid = row.action === 'create' ? good(mark) : {}
  return row.action === 'create'
    ? { ...row.patch, ...valid, [field]: mark }
    : {
        ...row.patch,
        ...Object.fromEntries(
          Object.keys(row.patch)
            .slice(0, 1)
            .map((name) => [name, fieldValue(name, mark)]),
        ),
      }
}
