/** The cached rows of an area in memory, by columns: what they are found and ordered by, not the rows themselves. */
import type { IndexPart } from '../outbox/store/index-part.ts'
import type { Area } from './area.ts'
import { createCoder, recordOf } from './part.ts'

/** A column of numbers that grows. */
interface NumberColumn<A extends Float64Array | Uint32Array> {
  values: A
  /** Writes `added` from slot `at` on. */
  put(added: A, at: number): void
}

const roomFor = (wanted: number, count: number) => (wanted <= count ? count : Math.max(wanted, count * 2, 1_024))

function floatColumn(): NumberColumn<Float64Array> {
  return {
    values: new Float64Array(0),
    put(added, at) {
      const room = roomFor(at + added.length, this.values.length)
      if (room > this.values.length) {
        const grown = new Float64Array(room)
        grown.set(this.values)
        this.values = grown
      }
      this.values.set(added, at)
    },
  }
}

function integerColumn(): NumberColumn<Uint32Array> {
  return {
    values: new Uint32Array(0),
    put(added, at) {
      const room = roomFor(at + added.length, this.values.length)
      if (room > this.values.length) {
        const grown = new Uint32Array(room)
        grown.set(this.values)
        this.values = grown
      }
      this.values.set(added, at)
    },
  }
}

interface CodedColumn {
  coder: ReturnType<typeof createCoder>
  codes: NumberColumn<Uint32Array>
}

/**
 * A row has a slot. A changed one gets a new slot and the old one is dead, so that every column only ever grows; what is dead
 * goes with the next start.
 */
export class RowTable {
  /** Slots, dead ones included. */
  size = 0
  /** Rows. */
  count = 0
  readonly refs: string[] = []
  readonly search: string[] = []
  readonly ids = floatColumn()
  readonly times: Record<string, NumberColumn<Float64Array>>
  readonly coded: Record<string, CodedColumn>
  readonly texts: Record<string, string[]>
  /** Columns of the day's values. */
  private readonly daily: readonly string[]
  readonly vocabulary = createCoder()
  readonly words = integerColumn()
  /** Slot i has `words[ends[i - 1] .. ends[i]]`. */
  readonly wordEnds = integerColumn()
  private alive = new Uint8Array(0)
  private readonly slots = new Map<string, number>()
  private readonly watchers: ((removed: readonly number[], from: number) => void)[] = []

  /** `day`: that on which fields that follow from the day are shown. */
  constructor(
    readonly area: Area,
    readonly day: string,
  ) {
    const { times, coded, texts } = area.columns
    this.times = recordOf(times, floatColumn)
    this.daily = (area.daily?.fields ?? []).filter((field) => !coded.includes(field))
    this.coded = recordOf([...coded, ...this.daily], () => ({ coder: createCoder(), codes: integerColumn() }))
    this.texts = recordOf(texts, () => [])
  }

  slotOf(ref: string): number | undefined {
    return this.slots.get(ref)
  }

  isAlive(slot: number): boolean {
    return this.alive[slot] === 1
  }

  /** 1 where a row is; a copy to work on. */
  mask(): Uint8Array {
    return this.alive.slice(0, this.size)
  }

  /** Told of slots that died, and that all from `from` on are new. */
  watch(onChange: (removed: readonly number[], from: number) => void): void {
    this.watchers.push(onChange)
  }

  /** Rows of the part replace those with the same ref; `gone` are removed. */
  change(part: IndexPart | null, deleted: readonly string[] = []): void {
    const from = this.size
    const removed = [...deleted, ...(part?.refs ?? [])].flatMap((ref) => this.bury(ref) ?? [])
    if (part) this.append(part)
    for (const onChange of this.watchers) onChange(removed, from)
  }

  private bury(ref: string): number | undefined {
    const slot = this.slots.get(ref)
    if (slot === undefined) return undefined
    this.slots.delete(ref)
    this.alive[slot] = 0
    this.count -= 1
    return slot
  }

  private appendDaily(at: number, added: number): void {
    const { daily } = this.area
    if (!daily) return
    const given = daily.facts.flatMap((field) => {
      const column = this.coded[field]
      return column ? [{ field, ...column }] : []
    })
    const days = Array.from({ length: added }, (_, i) => {
      const facts = given.map(({ field, coder, codes }) => [field, coder.values[codes.values[at + i] ?? 0]] as const)
      return daily.on(Object.fromEntries(facts), this.day)
    })
    for (const field of this.daily) {
      const column = this.coded[field]
      column?.codes.put(
        Uint32Array.from(days, (values) => column.coder.codeOf(values[field])),
        at,
      )
    }
  }

  private append(part: IndexPart): void {
    const at = this.size
    const added = part.refs.length
    if (this.alive.length < at + added) {
      const grown = new Uint8Array(Math.max(at + added, this.alive.length * 2))
      grown.set(this.alive)
      this.alive = grown
    }
    this.ids.put(part.ids, at)
    for (const [field, column] of Object.entries(this.times)) column.put(part.times[field] ?? new Float64Array(added).fill(Number.NaN), at)
    for (const field of this.area.columns.coded) {
      const column = this.coded[field]
      if (!column) continue
      const { coder, codes } = column
      const given = part.coded[field] ?? { values: [null], codes: new Uint32Array(added) }
      const own = given.values.map((value) => coder.codeOf(value))
      codes.put(
        given.codes.map((code) => own[code] ?? 0),
        at,
      )
    }
    this.appendDaily(at, added)
    for (const [field, texts] of Object.entries(this.texts))
      for (const text of part.texts[field] ?? part.refs.map(() => '')) texts.push(text)
    for (const text of part.search) this.search.push(text)
    const own = part.vocabulary.map((word) => this.vocabulary.codeOf(word))
    const end = at === 0 ? 0 : (this.wordEnds.values[at - 1] ?? 0)
    this.words.put(
      part.words.map((word) => own[word] ?? 0),
      end,
    )
    this.wordEnds.put(
      part.wordEnds.map((wordEnd) => end + wordEnd),
      at,
    )
    part.refs.forEach((ref, i) => {
      this.bury(ref)
      this.refs.push(ref)
      this.slots.set(ref, at + i)
      this.alive[at + i] = 1
    })
    this.size += added
    this.count += added
  }
}
