/** Files among the values of a change, at any depth: chosen on this device, or waiting beside a row of the outbox. */
import type { ChosenFile } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { isChosen } from './build-request.ts'

export type Chosen = ChosenFile & { content: Blob }

/** What stands in a list or a nested record for a file that waits: the key of its blob, and what a person sees of it. */
export interface Waiting {
  waiting: string
  name: string
  size: number
  type: string
}

export const isWaiting = (value: unknown): value is Waiting => isRecord(value) && typeof value.waiting === 'string'

/** A copy with what `change` makes of each value that `is` what is looked for. */
function mapWhere<T>(value: unknown, is: (value: unknown) => value is T, change: (found: T, path: string) => unknown, path = ''): unknown {
  if (is(value)) return change(value, path)
  const at = (name: string | number) => (path ? `${path}.${name}` : String(name))
  if (Array.isArray(value)) return value.map((entry: unknown, index) => mapWhere(entry, is, change, at(index)))
  if (!isRecord(value) || value instanceof Blob) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, mapWhere(entry, is, change, at(name))]))
}

/** `path` is such as `lessons.2.video`. */
export const mapChosen = (values: unknown, change: (file: Chosen, path: string) => unknown) => mapWhere(values, isChosen, change)

/** The keys of all blobs that these values wait for. */
export function waitingKeys(values: unknown): string[] {
  const keys: string[] = []
  mapWhere(values, isWaiting, ({ waiting }) => keys.push(waiting))
  return keys
}

/** The values with their waiting files as chosen ones; what is not among `blobs` stays. */
export function withContent(values: unknown, blobs: ReadonlyMap<string, Blob>): unknown {
  return mapWhere(values, isWaiting, (file) => {
    const content = blobs.get(file.waiting)
    const { name, size, type } = file
    return content ? { name, size, type, content } : file
  })
}
