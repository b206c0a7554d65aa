/**
 * Files staged ahead of the change that names them (docs/offline.md#files): sent piece by piece, named by the hash of
 * the whole, so that a cut costs one piece and the same content is never sent twice. A staged file belongs to the person
 * who sent it; any file field of a form may name it instead of carrying the bytes.
 */

import { flag, number, text } from './kit/field/field.ts'
import { isRecord } from './kit/field/guards.ts'
import { call } from './kit/section/call.ts'

const state = {
  /** Bytes the server holds, from the start on: where to go on from. */
  received: number({ required: true, integer: true, min: 0 }),
  /** All of it is there and its hash was right. */
  complete: flag({ required: true }),
}

/** Largest piece that is taken, in bytes. */
export const maxPieceBytes = 4_000_000

/** What stands in a file field in place of the bytes. */
export interface StagedFile {
  /** sha256 of the content, 64 hexadecimal digits in lowercase. */
  staged: string
  name: string
}

/** A stored file of an earlier version: beside others that did not change it is sent, by its address. */
export const isStoredAgain = (value: unknown): boolean => isRecord(value) && value.again === true

export interface StagedState {
  received: number
  complete: boolean
}

/** How much of a file is there. Refuses one that is too large before a byte of it is sent. */
export const stagedState = call({
  name: 'uploads.state',
  kind: 'query',
  method: 'GET',
  path: '/upload/in/v1/files/{sha256}',
  permission: 'signed-in',
  query: { size: number({ required: true, integer: true, min: 1 }) },
  reply: { of: 'object', fields: state },
  silent: true,
})

/** Adds one piece. Pieces follow each other without gaps; the same piece again changes nothing. */
export const stagePiece = call({
  name: 'uploads.piece',
  kind: 'mutation',
  method: 'PUT',
  path: '/upload/in/v1/files/{sha256}',
  permission: 'signed-in',
  encoding: 'bytes',
  query: {
    /** Of the whole file. */
    size: number({ required: true, integer: true, min: 1 }),
    /** Where the piece begins. */
    offset: number({ required: true, integer: true, min: 0 }),
    /** sha256 of the piece: a piece that was corrupted on the network is refused. */
    digest: text({ required: true, pattern: { regex: /^[0-9a-f]{64}$/, code: 'sha256' } }),
  },
  reply: { of: 'object', fields: state },
  silent: true,
})
