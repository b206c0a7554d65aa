/** Errors as one line for the operator. */

import { toText } from '#contract/kit/field/guards.ts'

/** Messages by code of the system, Node or Postgres. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EROFS: 'the disk is read-only',
  EACCES: 'this user may not read or write there',
  EPERM: 'this user may not read or write there',
  EIO: 'the disk fails',
  ENOTDIR: 'there is a file where a folder belongs',
  EISDIR: 'there is a folder where a file belongs',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'the host is not reached',
  ENETUNREACH: 'the host is not reached',
  ETIMEDOUT: 'the host does not respond',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  '25006': 'it is read-only',
  '28000': 'user or password are refused',
  '28P01': 'user or password are refused',
  '3D000': 'there is no database of this name',
  '53100': 'the disk is full',
  '53300': 'it has too many connections',
  '58030': 'the disk fails',
  '57P03': 'it is starting up or shutting down',
}

/** Remedy for a full or unwritable disk. */
export const otherDisk = 'free space there or make it writable and start again, or set DATA_DIR to a folder elsewhere'

/** WASI error numbers of the embedded Postgres' file system; its errors have no text. */
const wasiCodes: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  29: 'EIO',
  51: 'ENOSPC',
  54: 'ENOTDIR',
  63: 'EPERM',
  69: 'EROFS',
}

/** Returns an error and its causes, outermost first; of an AggregateError the first. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (
    let each = error;
    each instanceof Error && !causes.includes(each);
    each = each instanceof AggregateError ? each.errors[0] : each.cause
  )
    causes.push(each)
  return causes
}

/** Of the driver or query builder: message, detail and parameters contain people's data. */
export const isFromDatabase = (error: Error) => 'params' in error || ('severity' in error && 'code' in error)

function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null
  if ('code' in error && typeof error.code === 'string') return error.code
  return 'errno' in error && typeof error.errno === 'number' ? (wasiCodes[error.errno] ?? null) : null
}

function textOf(error: unknown): string {
  if (error instanceof Error) return error.message
  const code = codeOf(error)
  return code ?? (typeof error === 'object' ? 'it failed without a reason' : toText(error))
}

const fullCodes = ['53100', 'ENOSPC', 'EDQUOT']

/** Whether the disk of the database or of a file has no room left. */
export const isDiskFull = (error: unknown): boolean =>
  [error, ...causesOf(error).map(({ cause }) => cause)].some((each) => fullCodes.includes(codeOf(each) ?? ''))

/** Returns the meaning of an error of system, network or database login; null for others. */
export function reasonOf(error: unknown): string | null {
  const innermost = causesOf(error).at(-1) ?? error
  const code = codeOf(innermost)
  return (code !== null && reasons[code]) || null
}

/** Returns an error in words, where known. Database errors only have a code, because their texts contain personal data. */
export function errorLine(error: unknown): string {
  const causes = causesOf(error)
  const innermost = causes.at(-1) ?? error
  const reason = reasonOf(error)
  if (reason) return innermost instanceof Error && 'path' in innermost ? `${innermost.path}: ${reason}` : reason
  if (causes.some(isFromDatabase)) return `the database refused a query (${codeOf(innermost) ?? 'no code'})`
  return textOf(error)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')
}
