/**
 * Files staged before the change that names them (docs/offline.md#files): sent in pieces, named by hash, so that an interruption loses one
 * piece and equal content is sent once. They belong to their sender; any file field of a form may name one instead of carrying bytes.
 */

import { flag, number, rows, text } from './kit/field/field.ts'
import { isRecord } from './kit/field/guards.ts'
import { call } from './kit/section/call.ts'

const bytes = () => number({ required: true, integer: true, min: 0 })

const state = {
  /** Bytes on the server from the start up to the first gap: the next offset of a client that sends in order. */
  received: bytes(),
  /** Complete, with the right hash. Where all is received and this is false, the hash is being checked: ask again. */
  complete: flag({ required: true }),
  /** Ranges on the server while it is not complete; `to` is excluded. */
  held: rows({ from: bytes(), to: bytes() }),
}

/** Maximum bytes of a piece. */
export const maxPieceBytes = 4_000_000

/** Value of a file field in place of bytes. */
export interface StagedFile {
  /** sha256 of the content, 64 hexadecimal digits in lowercase. */
  staged: string
  name: string
  /** Of a video: sha256 of its staged picture, where the server cannot draw one. */
  poster?: string
}

export const isStaged = (value: unknown): value is StagedFile => isRecord(value) && typeof value.staged === 'string'

/** Whether a value is a stored file of an earlier version, sent again by address beside others. */
export const isStoredAgain = (value: unknown): boolean => isRecord(value) && value.again === true

export interface StagedRange {
  from: number
  to: number
}

export interface StagedState {
  received: number
  complete: boolean
  held: StagedRange[]
}

/** Returns the stored size of a file. Refuses one that is too large before it is sent. */
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

/** Adds one piece, in any order; repeating a piece changes nothing. */
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
    /** Start of the piece. */
    offset: number({ required: true, integer: true, min: 0 }),
    /** sha256 of the piece: corruption on the network is refused. */
    digest: text({ required: true, pattern: { regex: /^[0-9a-f]{64}$/, code: 'sha256' } }),
  },
  reply: { of: 'object', fields: state },
  silent: true,
})
