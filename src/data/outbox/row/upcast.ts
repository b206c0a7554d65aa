/**
 * Brings what an older console saved into the shape that the call has now. Each step is a pure
 * function from one payload version to the next; a change of a call's payload adds a step here and raises the call's
 * `payloadVersion`. Steps are never removed: a device may come back after a year.
 */
import type { OutboxRow } from './types.ts'

export type Payload = Pick<OutboxRow, 'params' | 'patch' | 'base'>
export type Upcaster = (payload: Payload) => Payload

/** By call, then by the version the step starts from. */
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcaster>>>>

const released: Upcasters = {}

/** `unknown`: no way leads from the row's version to this one. `newer`: a newer console made it, so that one sends it. */
export type Upcast<R> = { is: 'current'; row: R } | { is: 'newer' } | { is: 'unknown' }

/** `version` is the call's payload version now. The row keeps its own in the store; only what is sent changes. */
export function upcast<R extends Payload & Pick<OutboxRow, 'call' | 'payloadVersion'>>(
  row: R,
  version: number,
  steps: Upcasters = released,
): Upcast<R> {
  if (row.payloadVersion > version) return { is: 'newer' }
  let payload: Payload = row
  for (let from = row.payloadVersion; from < version; from++) {
    const step = steps[row.call]?.[from]
    if (!step) return { is: 'unknown' }
    payload = step(payload)
  }
  const { params, patch, base } = payload
  return { is: 'current', row: { ...row, payloadVersion: version, params, patch, base } }
}
