/** Blocks of a page as a list: each change returns a new one, and leaves the blocks that it does not touch as they are. */
import { same } from '#console/kit/form/values/values.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'

export type Block = Readonly<Record<string, unknown>>
export type Blocks = readonly Block[]

export const refOf = (block: Block): string => toText(block.ref)

/** Returns the blocks of a form's value; each that is equal to one before is that one, so that nothing of it is drawn again. */
export function readBlocks(value: unknown, before: Blocks): Blocks {
  const known = new Map(before.map((block) => [refOf(block), block]))
  const blocks = (Array.isArray(value) ? value.filter(isRecord) : []).map((block) => {
    const old = known.get(refOf(block))
    return old && same(old, block) ? old : block
  })
  return blocks.length === before.length && blocks.every((block, at) => block === before[at]) ? before : blocks
}

const placeOf = (blocks: Blocks, ref: string) => blocks.findIndex((block) => refOf(block) === ref)

/** Moves a block to a place; null where there is none. */
export function moveBlock(blocks: Blocks, ref: string, to: number): Blocks | null {
  const at = placeOf(blocks, ref)
  const block = blocks[at]
  return block && to >= 0 && to < blocks.length && to !== at ? blocks.toSpliced(at, 1).toSpliced(to, 0, block) : null
}

/** A step up (-1) or down. */
export const stepBlock = (blocks: Blocks, ref: string, by: 1 | -1): Blocks | null => moveBlock(blocks, ref, placeOf(blocks, ref) + by)

export const changeBlock = (blocks: Blocks, ref: string, values: Block): Blocks =>
  blocks.map((block) => (refOf(block) === ref ? { ...block, ...values } : block))

/** Refs of its own at every depth: two blocks are never merged as one. */
function withNewRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNewRefs)
  if (!isRecord(value) || typeof value.ref !== 'string') return value
  return { ...Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withNewRefs(each)])), ref: uuidv7() }
}

/** Returns the list with a copy behind its original, and the copy's ref. */
export function duplicateBlock(blocks: Blocks, ref: string): { blocks: Blocks; ref: string } | null {
  const at = placeOf(blocks, ref)
  const copy = withNewRefs(blocks[at])
  return isRecord(copy) ? { blocks: blocks.toSpliced(at + 1, 0, copy), ref: refOf(copy) } : null
}

export const removeBlock = (blocks: Blocks, ref: string): Blocks => blocks.filter((block) => refOf(block) !== ref)
