/** Compares the database's effects with reports to people, and lists all violations. */

import type { OutboxRow } from '#console/data/outbox/row/types.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import type { Change, Entry } from './effect-log.ts'
import type { Journal, Parked, Saved, Version } from './journal.ts'
import { isGone, isModelled, models } from './models.ts'

export const violationKinds = [
  'lost',
  'doubled',
  'lane inversion',
  'sent as another',
  'unjustified parking',
  'stuck',
  'ghost',
  'wrong content',
  'overwritten',
  'money',
] as const
export type ViolationKind = (typeof violationKinds)[number]

export interface Violation {
  kind: ViolationKind
  text: string
}

/** Rows in an outbox at the end of its owner's ten minutes. */
export interface Rest {
  device: number
  owner: string
  rows: readonly OutboxRow[]
}

export interface Evidence {
  journal: Journal
  log: readonly Entry[]
  rest: readonly Rest[]
}

/** A database change made by a saved change. */
interface Effect {
  n: number
  id: string
  saved: Saved
  change: Change
}

/** Columns maintained by the server. */
const own = new Set([
  'id',
  'version',
  'updated_at',
  'updated_by',
  'created_at',
  'created_by',
  'search_text',
  'sales_name',
  'campaign_name',
  'ref',
  'tags',
  'lead_sources',
  'sales',
  // Follows phone and address.
  'person_id',
  // Of a payment.
  'paid_at',
  'proof',
])

const whose = (device: number, owner: string) => `device ${device}, user …${owner.slice(-4)}`
const nameOf = (saved: Saved) => `${saved.section}.${saved.action} ${saved.seq} of ${whose(saved.device, saved.owner)}`

/** Canonical text of a value, independent of key order; null and absent are equal. */
const stable = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, entry: unknown) =>
    isRecord(entry) ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))) : entry,
  )
const same = (a: unknown, b: unknown) => stable(a) === stable(b)

/** Rows neither parked nor behind a parked one, by the rules of lanes.ts; those wait for the person. */
export function unsettled(rows: readonly OutboxRow[]): OutboxRow[] {
  const touched = new Set<string>()
  const referred = new Set<string>()
  return rows.filter((row) => {
    const isParked = row.state === 'parked' && row.reason !== 'auth'
    const isBehind = row.touches.some((ref) => touched.has(ref) || referred.has(ref)) || row.dependsOn.some((ref) => touched.has(ref))
    const waits = row.state === 'queued' && isBehind
    if (!isParked && !waits) return true
    for (const ref of row.touches) touched.add(ref)
    for (const ref of row.dependsOn) referred.add(ref)
    return false
  })
}

/** Records that a change writes or requires: an order's buyer. */
const spokenOf = ({ touches, patch }: Version): string[] => [...touches, ...(typeof patch.member_id === 'string' ? [patch.member_id] : [])]

class Judge {
  readonly violations: Violation[] = []
  readonly effects: Effect[] = []
  readonly #evidence: Evidence

  constructor(evidence: Evidence) {
    this.#evidence = evidence
  }

  #say(kind: ViolationKind, text: string): void {
    this.violations.push({ kind, text })
  }

  /** Effects in commit order; traces each mutation to its saved change. */
  trace(): void {
    const { journal, log } = this.#evidence
    for (const { n, mutation, changes } of log) {
      if (!mutation) continue
      const saved = journal.byId.get(mutation.key)
      if (!saved) {
        if (mutation.verdict !== 'cancelled') this.#say('ghost', `mutation ${mutation.key} was never saved by anybody`)
        continue
      }
      if (mutation.owner !== saved.owner)
        this.#say('sent as another', `${nameOf(saved)} reached the server as user …${mutation.owner.slice(-4)}`)
      for (const change of changes) this.effects.push({ n, id: mutation.key, saved, change })
    }
  }

  #of = (saved: Saved, ref?: string) =>
    this.effects.filter((effect) => effect.saved === saved && (ref === undefined || effect.change.ref === ref))

  #restOf(saved: Saved): OutboxRow | undefined {
    return this.#evidence.rest
      .find(({ device, owner }) => device === saved.device && owner === saved.owner)
      ?.rows.find((row) => row.seq === saved.seq)
  }

  /** Another client confirmed or cancelled the order in the same way. */
  #isSoAlready(saved: Saved, ref: string): boolean {
    const wanted = [...saved.versions.values()].map(({ patch }) => patch.payment_status)
    return saved.action === 'pay' && this.effects.some(({ change }) => change.ref === ref && wanted.includes(change.after?.payment_status))
  }

  #isDeleted(ref: string): boolean {
    return this.#evidence.log.some(({ changes }) => changes.some((change) => change.ref === ref && isGone(change.after)))
  }

  once(): void {
    for (const saved of this.#evidence.journal.saved.values()) {
      const touched = new Set([...saved.versions.values()].flatMap(({ touches }) => touches))
      const row = this.#restOf(saved)
      for (const ref of touched) {
        const count = this.#of(saved, ref).length
        if (count > 1) this.#say('doubled', `${nameOf(saved)} took effect ${count} times on …${ref.slice(-4)}`)
        if (row?.touches.includes(ref) && count > 0 && !this.#isDone(row, ref))
          this.#say('doubled', `${nameOf(saved)} took effect on …${ref.slice(-4)} and is to be sent again under another id`)
        const drops = saved.drops.filter(({ reported }) => reported !== 'stays')
        if (count > 0 && drops.some(({ reported, refs }) => reported === 'dropped' && refs.includes(ref)))
          this.#say('ghost', `${nameOf(saved)} was dropped and took effect`)
        const isRemoved = saved.action === 'remove' && (this.#isDeleted(ref) || this.#evidence.journal.unmade.has(ref))
        if (!row && !drops.length && count === 0 && !isRemoved && !this.#isSoAlready(saved, ref))
          this.#say('lost', `${nameOf(saved)} never took effect on …${ref.slice(-4)} and is not shown`)
      }
    }
  }

  /** What people were told of a save holds. */
  promises(): void {
    const { confirmed, refused, byId } = this.#evidence.journal
    for (const id of confirmed) if (!byId.has(id)) this.#say('lost', `change ${id} was confirmed and never kept`)
    for (const id of refused) if (byId.has(id) && !confirmed.has(id)) this.#say('ghost', `change ${id} was refused and kept all the same`)
  }

  content(): void {
    for (const { saved, id, change } of this.effects) {
      const version = saved.versions.get(id)
      const { before, after } = change
      // Orders write other records, too.
      if (!version?.touches.includes(change.ref) || !after || saved.action === 'remove') continue
      const { ids: _ids, ...sent } = version.patch
      const patch = saved.action === 'create' && isModelled(saved.section) ? models[saved.section].stored(sent) : sent
      for (const [name, value] of Object.entries(patch)) {
        if (!same(after[name], value))
          this.#say('wrong content', `${nameOf(saved)}: ${name} became ${String(after[name])} instead of ${String(value)}`)
      }
      for (const name of before ? Object.keys(after) : []) {
        if (!(name in patch) && !own.has(name) && !same(before?.[name], after[name]))
          this.#say('wrong content', `${nameOf(saved)} changed ${name}, too`)
      }
    }
  }

  /** Values replaced by an edit were seen by its person, written on the same device, or resolved. */
  overwriting(): void {
    const writers = new Map<string, string>()
    const traced = new Map(this.effects.map((effect) => [effect.change, effect]))
    for (const { changes } of this.#evidence.log) {
      for (const change of changes) {
        const effect = traced.get(change)
        const writer = effect ? `${effect.saved.device} ${effect.saved.owner}` : 'somebody else'
        const version = effect?.saved.versions.get(effect.id)
        for (const name of Object.keys(change.after ?? {})) {
          if (change.before && same(change.before[name], change.after?.[name])) continue
          const known = change.before?.[name]
          const isMine = writers.get(`${change.ref} ${name}`) === writer
          if (effect?.saved.action === 'update' && version?.base && name in version.patch && !effect.saved.resolved && !isMine) {
            const hadSeen = effect.saved.known.get(`${change.ref} ${name}`)?.has(JSON.stringify(known))
            if (!hadSeen && !same(version.base.values[name], known))
              this.#say('overwritten', `${nameOf(effect.saved)} replaced ${name} ${String(known)}, which its person never saw`)
          }
          writers.set(`${change.ref} ${name}`, writer)
        }
      }
    }
  }

  /** It took effect under its current id: its response was lost, and later rows may have been in the same request. */
  #isDone = ({ id }: OutboxRow, ref: string) => this.effects.some((effect) => effect.id === id && effect.change.ref === ref)

  lanes(): void {
    const last = new Map<string, Effect>()
    for (const effect of this.effects) {
      const { saved, change, id } = effect
      // What the server derives, such as when a buyer joined, is in no lane: the change names other records.
      if (!saved.versions.get(id)?.touches.includes(change.ref)) continue
      const lane = `${saved.device} ${saved.owner} ${change.ref}`
      const before = last.get(lane)
      if (before && before.saved.seq > saved.seq) this.#say('lane inversion', `${nameOf(saved)} took effect after ${nameOf(before.saved)}`)
      if (!before || before.saved.seq < saved.seq) last.set(lane, effect)
    }
    for (const { device, owner, rows } of this.#evidence.rest) {
      for (const row of rows) {
        for (const ref of row.touches) {
          const passed = last.get(`${device} ${owner} ${ref}`)
          if (passed && passed.saved.seq > row.seq && !this.#isDone(row, ref))
            this.#say('lane inversion', `${nameOf(passed.saved)} overtook ${row.call} ${row.seq}, which is ${row.state}`)
        }
      }
    }
  }

  rest(): void {
    for (const { device, owner, rows } of this.#evidence.rest) {
      for (const row of unsettled(rows))
        this.#say('stuck', `${row.call} ${row.seq} of ${whose(device, owner)} is ${row.state} ${row.reason ?? ''} after ten minutes`)
    }
  }

  /** Others wrote or deleted a record of the change. */
  #isContested({ saved }: Parked): boolean {
    const traced = new Map(this.effects.map((effect) => [effect.change, effect.saved]))
    const fields = new Set([...saved.versions.values()].flatMap(({ patch }) => Object.keys(patch)))
    const touches = new Set([...saved.versions.values()].flatMap((version) => version.touches))
    return this.#evidence.log.some(({ changes }) =>
      changes.some((change) => {
        const by = traced.get(change)
        const isOwn = by?.device === saved.device && by.owner === saved.owner
        if (!touches.has(change.ref)) return false
        if (isGone(change.after)) return true
        return !isOwn && change.before !== null && [...fields].some((name) => !same(change.before?.[name], change.after?.[name]))
      }),
    )
  }

  #isJustified(parked: Parked): boolean {
    const { journal } = this.#evidence
    const { saved, reason, status, code } = parked
    switch (reason) {
      case 'auth':
        return true
      case 'conflict':
        return this.#isContested(parked) || this.#wasNeverMade(saved) || this.#speaksOf(saved, journal.revised)
      case 'tooLarge':
        return journal.wasStruck('413', saved)
      case 'dependency':
        return this.#wasNeverMade(saved)
      case 'rejected':
        if (code === 'cancelled') return [...saved.versions.keys()].some((id) => journal.cancelled.has(id))
        if (status === 403) return journal.wasStruck('403', saved)
        // Others confirmed or cancelled the order first.
        if (saved.action === 'pay' && this.#isContested(parked)) return true
        return [...saved.versions.keys()].length > 0 && (saved.invalid || this.#wasInvalid(saved) || this.#missesRecords(saved))
      default:
        return false
    }
  }

  #speaksOf(saved: Saved, refs: ReadonlySet<string>): boolean {
    return [...saved.versions.values()].some((version) => spokenOf(version).some((ref) => refs.has(ref)))
  }

  /** It refers to a record whose creation was discarded. */
  #wasNeverMade(saved: Saved): boolean {
    return this.#speaksOf(saved, this.#evidence.journal.unmade)
  }

  #wasInvalid(saved: Saved): boolean {
    const bad = isModelled(saved.section) ? Object.entries(models[saved.section].bad) : []
    return [...saved.versions.values()].some(({ patch }) => bad.some(([name, value]) => patch[name] === value))
  }

  /** A bulk change with deleted records, or ones never created and sent on the person's demand. */
  #missesRecords(saved: Saved): boolean {
    const { unmade } = this.#evidence.journal
    return [...saved.versions.values()].some((version) => spokenOf(version).some((ref) => this.#isDeleted(ref) || unmade.has(ref)))
  }

  parking(): void {
    for (const parked of this.#evidence.journal.parked) {
      if (!this.#isJustified(parked))
        this.#say(
          'unjustified parking',
          `${nameOf(parked.saved)} was parked as ${parked.reason} (${parked.status} ${parked.code}) and no fault explains it`,
        )
    }
  }
}

export function judgeRun(evidence: Evidence): { violations: Violation[]; applied: number } {
  const judge = new Judge(evidence)
  judge.trace()
  judge.promises()
  judge.once()
  judge.content()
  judge.overwriting()
  judge.lanes()
  judge.rest()
  judge.parking()
  return { violations: judge.violations, applied: new Set(judge.effects.map(({ saved }) => saved)).size }
}
