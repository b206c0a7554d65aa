import { ApiError } from '../../core/problem.ts'

const words = {
  full: 'The server has no room left for this file. Please try again later.',
  refused: 'The storage of files does not accept this server. Please tell whoever runs it.',
  unavailable: 'Files cannot be reached at the moment. Please try again.',
} as const

export type StorageProblem = keyof typeof words

/** 503: the place of files is full, refuses the key, or does not answer. Never said of a file that is absent. */
export class StorageError extends ApiError {
  constructor(
    readonly problem: StorageProblem,
    /** For the log alone. */
    readonly detail: string,
  ) {
    super('unavailable', words[problem], { retryAfter: problem === 'unavailable' ? 10 : 60 })
    this.name = 'StorageError'
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '')

/** In place of the system's error of a disk that is full or cannot be read, whose words help nobody. */
export function toStorageError(error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StorageError('full', code)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return new StorageError('refused', code)
  return code === 'EIO' || code === 'EMFILE' || code === 'ESTALE' ? new StorageError('unavailable', code) : error
}

export const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
