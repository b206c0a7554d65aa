/**
 * The outbox as a file, to be taken to another device: `lapangan-outbox <version> <sha256 of the manifest> <its bytes>`, a
 * line feed, the manifest as JSON, and behind it the waiting files back to back, each named in it with its size and sha256.
 * Ids are kept, so what is sent from both devices has its effect once.
 */
import * as v from 'valibot'
import { findCall } from '../outbox/row/calls.ts'
import type { OutboxRow } from '../outbox/row/types.ts'
import { upcast } from '../outbox/row/upcast.ts'
import type { Addition } from '../outbox/store/store.ts'
import { parseText } from '../outbox/wire/exchange.ts'
import { currentAction } from './current-action.ts'

const magic = 'lapangan-outbox'
const format = 1
const maxHeadLength = 200

/** Why a file is not taken, and for an unknown call its name. Nothing of it has been kept then. */
export class BundleError extends Error {
  constructor(
    readonly problem: 'notOurs' | 'damaged' | 'newer' | 'foreign' | 'unknown' | 'kept' | 'full',
    readonly call = '',
  ) {
    super(`the file cannot be added: ${problem} ${call}`)
    this.name = 'BundleError'
  }
}

async function sha256(blob: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const text = v.pipe(v.string(), v.maxLength(200))
const long = v.pipe(v.string(), v.maxLength(1_000))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const record = v.record(v.string(), v.unknown())
const refs = v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(64)))

/**
 * What of a row travels: the change itself. How it stood on the other device does not, because the server tells its verdict
 * again to each device that sends the same id.
 */
const travelling = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  call: text,
  section: text,
  action: text,
  touches: v.pipe(refs, v.minLength(1)),
  dependsOn: refs,
  payloadVersion: v.pipe(count, v.minValue(1)),
  params: v.record(v.string(), text),
  patch: record,
  base: v.nullable(v.strictObject({ version: v.nullable(count), values: record })),
  files: v.array(v.strictObject({ field: text, key: text, name: long, size: count, type: text })),
  label: long,
  createdAt: v.pipe(v.number(), v.finite()),
})
type Travelling = v.InferOutput<typeof travelling>

const manifest = v.strictObject({
  owner: text,
  made: v.pipe(v.number(), v.finite()),
  rows: v.array(travelling),
  files: v.array(v.strictObject({ key: text, size: count, type: text, sha256: text })),
})
type Manifest = v.InferOutput<typeof manifest>

function travel(row: OutboxRow): Travelling {
  const { id, call, section, action, payloadVersion, params, patch, base, label, createdAt } = row
  const files = row.files.map(({ field, key, name, size, type }) => ({ field, key, name, size, type }))
  const seen = base && { version: base.version, values: { ...base.values } }
  const lists = { touches: [...row.touches], dependsOn: [...row.dependsOn], files }
  return { id, call, section, action, payloadVersion, params: { ...params }, patch: { ...patch }, base: seen, label, createdAt, ...lists }
}

/** It may have reached the server from the other device, so dropping or editing it asks the server first (rule 4). */
function arrive(row: Travelling, owner: string, blobs: ReadonlyMap<string, Blob>): Addition {
  const fresh = { state: 'queued', reason: null, attempts: 0, attempted: true, decided: false, nextAttemptAt: 0, lastError: null } as const
  const files = row.files.flatMap(({ key }) => {
    const blob = blobs.get(key)
    return blob ? [{ key, blob }] : []
  })
  return { row: { ...row, owner, ...fresh }, blobs: files }
}

/** The rows, in order, with the blobs that they name, as a file. */
export async function writeBundle(
  owner: string,
  rows: readonly OutboxRow[],
  blobs: readonly { key: string; blob: Blob }[],
  made: number,
): Promise<Blob> {
  const files: Manifest['files'] = []
  for (const { key, blob } of blobs) files.push({ key, size: blob.size, type: blob.type, sha256: await sha256(blob) })
  const inside = new Blob([JSON.stringify({ owner, made, rows: rows.map(travel), files } satisfies Manifest)])
  const head = `${magic} ${format} ${await sha256(inside)} ${inside.size}\n`
  return new Blob([head, inside, ...blobs.map(({ blob }) => blob)], { type: 'application/octet-stream' })
}

async function readManifest(file: Blob): Promise<{ manifest: Manifest; end: number }> {
  const head = /^lapangan-outbox (\d{1,4}) ([0-9a-f]{64}) (\d{1,10})\n/.exec(await file.slice(0, maxHeadLength).text())
  if (!head) throw new BundleError('notOurs')
  if (Number(head[1]) > format) throw new BundleError('newer')
  const start = head[0].length
  const end = start + Number(head[3])
  const inside = file.slice(start, end)
  if (end > file.size || (await sha256(inside)) !== head[2]) throw new BundleError('damaged')
  const parsed = v.safeParse(manifest, parseText(await inside.text()))
  if (!parsed.success) throw new BundleError('damaged')
  return { manifest: parsed.output, end }
}

async function readBlobs(file: Blob, { files }: Manifest, start: number): Promise<Map<string, Blob>> {
  const blobs = new Map<string, Blob>()
  let at = start
  for (const { key, size, type, sha256: expected } of files) {
    const blob = file.slice(at, at + size, type)
    if (blob.size !== size || (await sha256(blob)) !== expected) throw new BundleError('damaged')
    blobs.set(key, blob)
    at += size
  }
  if (at !== file.size || blobs.size !== files.length) throw new BundleError('damaged')
  return blobs
}

/** Every file that a row names must be there, as it was; no id may stand twice. */
function assertComplete({ rows, files }: Manifest): void {
  const sizes = new Map(files.map(({ key, size }) => [key, size]))
  const complete = rows.every((row) => row.files.every(({ key, size }) => sizes.get(key) === size))
  if (!complete || new Set(rows.map(({ id }) => id)).size !== rows.length) throw new BundleError('damaged')
}

/** A change this console can send, now or after bringing it up to date. */
async function assertKnown(row: Travelling): Promise<void> {
  const found = await findCall(row.section, row.call)
  const { call } = found ?? {}
  if (call?.kind !== 'mutation' || call.offline !== 'queue' || call.action !== currentAction(row.action))
    throw new BundleError('unknown', row.call)
  const known = upcast(row, call.payloadVersion)
  if (known.is === 'newer') throw new BundleError('newer')
  if (known.is === 'unknown') throw new BundleError('unknown', row.call)
}

export interface Bundle {
  /** Milliseconds since 1970. */
  made: number
  additions: readonly Addition[]
}

/** Reads a file for `owner`. Throws BundleError when it is not theirs, not whole, or speaks of what this console does not know. */
export async function readBundle(file: Blob, owner: string): Promise<Bundle> {
  const { manifest: inside, end } = await readManifest(file)
  if (inside.owner !== owner) throw new BundleError('foreign')
  assertComplete(inside)
  for (const row of inside.rows) await assertKnown(row)
  const blobs = await readBlobs(file, inside, end)
  return { made: inside.made, additions: inside.rows.map((row) => arrive(row, owner, blobs)) }
}
