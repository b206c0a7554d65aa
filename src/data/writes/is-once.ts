import type { Call } from '#contract/kit/section/call.ts'

/** Sent twice it would be done twice: what makes, what swaps, and what turns by being asked. */
export const isOnce = ({ method, action }: Pick<Call, 'method' | 'action'>): boolean =>
  method === 'POST' || method === 'GET' || action === 'swap'
