import { createHash } from 'node:crypto'

/** Changes with what is shown. */
export const etagOf = (shown: unknown): string => createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
