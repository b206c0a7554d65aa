/** Requests as the base contract has them: no refs, no versions, and a PUT that carries the whole record (decision 9). */

import { inBackOffice } from '#contract/kit/section/back-office.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { buildRequest, type WireRequest } from './build-request.ts'
import { formBody } from './form-body.ts'
import type { KnownConfig } from './read-config.ts'

export interface PlainMutation {
  call: Call<unknown>
  section: Section | null
  params: Readonly<Record<string, string>>
  touches: readonly string[]
  patch: Readonly<Record<string, unknown>>
}

type Config = Pick<KnownConfig, 'hosts' | 'backOffice' | 'product'>

/** Fields of a patch that name records. */
const naming = new Set(['id', 'ids', 'from', 'to'])
const toNumber = <T>(id: T): T | number => (typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id)

function withoutRefs({ ref: _ref, ...patch }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(patch).map(([name, value]) => {
    if (!naming.has(name)) return [name, value]
    return [name, Array.isArray(value) ? value.map(toNumber) : toNumber(value)]
  })
  return Object.fromEntries(entries)
}

/** The whole record with what was changed: fields that are not sent would be cleared. */
export function wholeRecord(section: Pick<Section, 'fields'>, record: Readonly<Record<string, unknown>>, patch: PlainMutation['patch']) {
  const known = Object.entries(section.fields).flatMap(([name, field]) =>
    field.readOnly || field.kind === 'secret' || record[name] === undefined ? [] : [[name, record[name]] as const],
  )
  return { ...Object.fromEntries(known), ...patch }
}

export function plainRequest({ call, section, params, touches, patch }: PlainMutation, config: Config): WireRequest {
  const asText = call.removal !== undefined && 'as' in call.removal && call.removal.as === 'text'
  const body = call.removal ? touches.map((ref) => (asText ? ref : toNumber(ref))) : formBody(call, withoutRefs(patch))
  return buildRequest(config.backOffice && section ? inBackOffice(call, section) : call, { params, body }, config)
}
