/** Waiting rows as a device stores them, for every call that may wait; derived from examples. */
import type { OutboxRow, WaitingFile } from '#console/data/outbox/row/types.ts'
import { demoSource, exampleRecord, exampleRequest } from '#contract/examples.ts'
import { mapFiles } from '#contract/kit/field/file-places.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { sectionCalls } from '#contract/kit/section/section-calls.ts'
import { everyCall } from '#tests/support/contract-calls.ts'
import { changing } from '#tests/support/example.ts'
import { allSections } from '#tests/support/sections.ts'

/** Rows of a release, and their files in base64. */
export interface Payloads {
  rows: Partial<OutboxRow>[]
  blobs: Record<string, string>
}

export const mayWait = ({ kind, offline }: Call): boolean => kind === 'mutation' && offline === 'queue'

type Saved = Pick<OutboxRow, 'touches' | 'params' | 'patch'> & Partial<Pick<OutboxRow, 'base'>>

const dataAddress = /^data:([^;,]+);base64,(.*)$/

/** Refs and ids of a release, distinct between releases. */
function numbered(release: number) {
  let count = 0
  return (kind: number) => `01928f3a-7b00-7000-8${String(release).padStart(3, '0')}-${String(kind * 100_000 + ++count).padStart(12, '0')}`
}

/** Changes of a section whose records can be added: two of one kind are added, changed in each way, and one is removed. */
function lifeOf(section: Section, next: (kind: number) => string, release: number): [Call, Saved][] {
  const [a, b] = [next(0), next(0)]
  const [first = {}, other = {}, second = {}] = [101, 202, 303].map((k) => exampleRecord(section, release * 10_000 + k, demoSource))
  const isOfThese = ({ fixed = {} }: Call) => Object.entries(fixed).every(([name, value]) => first[name] === value)
  const calls = sectionCalls(section).filter((call) => mayWait(call) && isOfThese(call))
  const changed = changing(section, first, second)
  const saved = (call: Call): Saved[] => {
    const { params } = exampleRequest(call)
    const own = { ...params, ...('id' in params && { id: a }) }
    switch (call.action) {
      case 'create':
        return [
          { touches: [a], params, patch: { ...first, ref: a } },
          { touches: [b], params, patch: { ...other, ref: b } },
        ]
      case 'update':
        return [
          { touches: [a], params: own, patch: { [changed]: second[changed] }, base: { version: 1, values: { [changed]: first[changed] } } },
        ]
      case 'remove':
        return [{ touches: [a], params: own, patch: {} }]
      default:
        return [byExample(call, next)]
    }
  }
  const last = (call: Call) => Number(call.action === 'remove') - Number(call.action === 'create')
  return calls.toSorted((x, y) => last(x) - last(y)).flatMap((call) => saved(call).map((one): [Call, Saved] => [call, one]))
}

/** The example on records of the demo. */
function byExample(call: Call, next: (kind: number) => string): Saved {
  const { params, body } = exampleRequest(call)
  const patch = call.removal ? {} : toRecord(body)
  const named = call.removal ? Object.values(toRecord(body)).flat() : [patch.ids ?? patch.id ?? params.id ?? Object.values(patch)].flat()
  if (call.action !== 'create') return { touches: named.map(String), params, patch }
  const ref = next(0)
  return { touches: [ref], params, patch: { ...patch, ref } }
}

/** Of these calls and those they require: a changed record was added before. */
export function derivePayloads(release: number, isWanted: (call: Call) => boolean = () => true): Payloads {
  const next = numbered(release)
  const wanted = everyCall.filter((call) => !call.twinOf && mayWait(call) && isWanted(call))
  const names = new Set(wanted.map(({ name }) => name))
  const lives = allSections.filter((section) => {
    const calls = sectionCalls(section).filter(mayWait)
    return calls.some(({ action }) => action === 'create') && calls.some(({ name }) => names.has(name))
  })
  const ofSections = lives.flatMap((section) => lifeOf(section, next, release))
  const known = new Set(ofSections.map(([{ name }]) => name))
  const others = wanted.filter((call) => !known.has(call.name)).map((call): [Call, Saved] => [call, byExample(call, next)])
  const blobs: Payloads['blobs'] = {}
  const rows = [...ofSections, ...others].map(([call, { patch, base = null, ...saved }]): Partial<OutboxRow> => {
    const files: WaitingFile[] = []
    const waiting = mapFiles(call.body ?? {}, patch, ({ path, value }) => {
      const [, type = '', base64 = ''] = dataAddress.exec(String(value)) ?? []
      if (!type) return value
      const key = next(5)
      blobs[key] = base64
      const file = { name: `contoh.${type.split('/')[1]}`, size: Buffer.from(base64, 'base64').byteLength, type }
      files.push({ field: path, key, ...file })
      return path.includes('.') ? { waiting: key, ...file } : null
    })
    const { name, section = '', action = 'update', payloadVersion } = call
    return { id: next(9), call: name, section, action, payloadVersion, dependsOn: [], ...saved, patch: waiting, base, files }
  })
  return { rows, blobs }
}
