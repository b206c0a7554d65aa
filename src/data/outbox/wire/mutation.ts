/** The request of a write, from its call and patch; the same for a waiting row and for one that is sent at once. */

import { inBackOffice } from '#contract/kit/section/back-office.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { writtenByPost } from '#contract/kit/section/post-twin.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { syncHeaders } from '#contract/sync.ts'
import type { Base } from '../row/types.ts'
import { buildRequest, type WireRequest } from './build-request.ts'
import { formBody } from './form-body.ts'
import type { KnownConfig } from './read-config.ts'

export interface Mutation {
  call: Call<unknown>
  section: Pick<Section, 'path' | 'backOffice'> | null
  params: Readonly<Record<string, string>>
  touches: readonly string[]
  /** With files in their places. */
  patch: Readonly<Record<string, unknown>>
  base: Base | null
}

/** If-Match is the version the person saw, of a delete one for each record in its order; Update-Mask names every field the body speaks for, cleared ones too. */
export function mutationRequest(mutation: Mutation, config: Pick<KnownConfig, 'hosts' | 'backOffice' | 'product'>): WireRequest {
  const { section, patch, base } = mutation
  const call = writtenByPost(mutation.call)
  const body = call.removal ? mutation.touches : formBody(call, patch)
  const wire = buildRequest(config.backOffice && section ? inBackOffice(call, section) : call, { params: mutation.params, body }, config)
  if (call.action === 'update') {
    wire.headers[syncHeaders.mask] = Object.keys(patch).join(',')
    if (base && base.version !== null) wire.headers[syncHeaders.ifMatch] = `"${base.version}"`
  }
  if (call.removal && base?.each) {
    const versions = mutation.touches.map((ref) => base.each?.[ref]?.version ?? null)
    if (versions.some((version) => version !== null)) {
      wire.headers[syncHeaders.ifMatch] = versions.map((version) => (version === null ? '*' : `"${version}"`)).join(', ')
    }
  }
  return wire
}
