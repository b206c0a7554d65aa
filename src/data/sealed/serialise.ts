/** Values of the device's stores as a text, with their blobs beside it. */
import { isRecord } from '#contract/kit/field/guards.ts'

export interface Serialised {
  text: string
  blobs: readonly Blob[]
}

/** No field is called so: texts of the product hold no null character. */
const mark = '\u0000blob'

interface Marked {
  at: number
  type: string
  /** Of a file. */
  name?: string
}

const isMarked = (value: unknown): value is Marked => isRecord(value) && typeof value.at === 'number' && typeof value.type === 'string'
const isPlain = (value: object) => [Object.prototype, null].includes(Object.getPrototypeOf(value))

/** Throws for what would come back as something else, such as a date or a map. */
export function serialise(value: unknown): Serialised {
  const blobs: Blob[] = []
  const plain = (each: unknown): unknown => {
    if (each instanceof Blob) {
      blobs.push(each)
      return { [mark]: { at: blobs.length - 1, type: each.type, ...(each instanceof File && { name: each.name }) } satisfies Marked }
    }
    if (Array.isArray(each)) return each.map(plain)
    if (typeof each !== 'object' || each === null) return each
    if (!isPlain(each)) throw new Error(`a ${each.constructor.name} cannot be written`)
    return Object.fromEntries(Object.entries(each).map(([name, own]) => [name, plain(own)]))
  }
  return { text: JSON.stringify(plain(value)), blobs }
}

export function deserialise({ text, blobs }: Serialised): unknown {
  return JSON.parse(text, (_name, each: unknown) => {
    const marked = isRecord(each) ? each[mark] : undefined
    if (!isMarked(marked)) return each
    const blob = blobs[marked.at]
    if (!blob) throw new Error('a blob is missing')
    return marked.name === undefined ? new Blob([blob], { type: marked.type }) : new File([blob], marked.name, { type: marked.type })
  })
}
