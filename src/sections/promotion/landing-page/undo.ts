/** Steps back and forth through the blocks of a page. Pure, and small enough to be kept on the device. */
import { isRecord } from '#contract/kit/field/guards.ts'
import type { Block, Blocks } from './blocks.ts'

export interface Undo {
  past: readonly Blocks[]
  now: Blocks
  future: readonly Blocks[]
  /** What was changed last: typing in one field is one step, while it goes on. */
  last: { what: string; at: number } | null
}

export const maxSteps = 100
/** Milliseconds without a key that end a step. */
const pause = 1_000

export const beginUndo = (now: Blocks): Undo => ({ past: [], now, future: [], last: null })

/** `what`: such as a field of a block; null for a step of its own. */
export function recordStep(undo: Undo, now: Blocks, what: string | null, at: number): Undo {
  const goesOn = what !== null && undo.last?.what === what && at - undo.last.at < pause
  const past = goesOn ? undo.past : [...undo.past, undo.now].slice(-maxSteps)
  return { past, now, future: [], last: what === null ? null : { what, at } }
}

export function stepBack({ past, now, future }: Undo): Undo | null {
  const before = past.at(-1)
  return before ? { past: past.slice(0, -1), now: before, future: [now, ...future], last: null } : null
}

export function stepForth({ past, now, future }: Undo): Undo | null {
  const [next, ...rest] = future
  return next ? { past: [...past, now], now: next, future: rest, last: null } : null
}

/** Each block once: most steps share all but one of them. */
export function packUndo({ past, now, future }: Undo): unknown {
  const places = new Map<Block, number>()
  const placeOf = (block: Block) => {
    const known = places.get(block) ?? places.size
    places.set(block, known)
    return known
  }
  const steps = [...past, now, ...future].map((blocks) => blocks.map(placeOf))
  return { blocks: [...places.keys()], steps, at: past.length }
}

const isPlaces = (value: unknown): value is number[] => Array.isArray(value) && value.every((each) => Number.isInteger(each))

/** Null for what `packUndo` did not make. */
export function unpackUndo(value: unknown): Undo | null {
  if (!isRecord(value) || !Array.isArray(value.blocks) || !Array.isArray(value.steps) || typeof value.at !== 'number') return null
  const blocks: unknown[] = value.blocks
  const steps = value.steps.map((places: unknown) => (isPlaces(places) ? places.map((place) => blocks[place]).filter(isRecord) : []))
  const now = steps[value.at]
  return now ? { past: steps.slice(0, value.at), now, future: steps.slice(value.at + 1), last: null } : null
}
