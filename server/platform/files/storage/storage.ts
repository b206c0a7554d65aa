/** Where the bytes of files lie: a folder of this machine, or a bucket that several processes share (docs/product/files.md). */
import type { LedgerPiece } from '../pieces.ts'

/** Bytes, a file of this machine, or one that is stored already. */
export type Content = Uint8Array | { local: string } | { stored: string }

export interface StoredObject {
  path: string
  /** Bytes. */
  size: number
  /** Last written. */
  at: Date
}

/**
 * Paths are made here, of hashes and refs: letters, digits, '-', '.' and '/'. Absent is what the place says to be absent: a place that does
 * not answer, is full or refuses throws StorageError.
 */
export interface Storage {
  /** Writes a whole file: a path has all of it, or what it had before. */
  put(path: string, content: Content): Promise<void>
  /** Returns bytes from `from` until `to`, which is excluded; fewer where the file ends. Null if absent. */
  open(path: string, from?: number, to?: number): Promise<Uint8Array<ArrayBuffer> | null>
  stat(path: string): Promise<Omit<StoredObject, 'path'> | null>
  /** Files whose path starts with `prefix`, which ends with '/' or is empty; no pieces. */
  list(prefix: string): AsyncIterable<StoredObject>
  /** Does nothing where there is none. */
  remove(path: string): Promise<void>
  /** Files that come in pieces. Which of them are there is known from the ledger alone (pieces.ts). */
  pieces: Pieces
  /** Path for programs of this machine; absent where files have to be fetched. */
  localPath?(path: string): string
  /** Throws StorageError where files can not be read, or no more be written. */
  check(): Promise<void>
}

export interface Pieces {
  put(path: string, piece: LedgerPiece, content: Uint8Array): Promise<void>
  /** Leaves out pieces of the ledger that cannot be there. */
  held(path: string, pieces: readonly LedgerPiece[]): Promise<readonly LedgerPiece[]>
  /** Makes the file of pieces without gaps, in order of their offsets. False, and nothing is made, if its hash is another. */
  join(path: string, pieces: readonly LedgerPiece[], sha256: string): Promise<boolean>
  /** Returns pieces whose content is lost or another than the ledger says. */
  findWrong(path: string, pieces: readonly LedgerPiece[]): Promise<LedgerPiece[]>
  /** Removes all pieces of a file. */
  drop(path: string): Promise<void>
  /** Removes pieces last written before a time; returns their number. */
  sweep(prefix: string, before: Date): Promise<number>
}
