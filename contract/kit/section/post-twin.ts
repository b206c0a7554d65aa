/** Changes that the base contract writes with GET (docs/product/forms.md#wire-forms). */
import type { Call } from './call.ts'

const isWrittenByGet = ({ kind, method }: Pick<Call, 'kind' | 'method'>): boolean => kind === 'mutation' && method === 'GET'

/** The call as it is sent to a server with our additions: what changes something is no GET, which others may repeat or fetch ahead. */
export const writtenByPost = <C extends Pick<Call<unknown>, 'kind' | 'method'>>(call: C): C =>
  isWrittenByGet(call) ? { ...call, method: 'POST' } : call

/** The POST that the API answers beside a GET of the base contract; null for a call that needs none. */
export const postTwin = (call: Call): Call | null =>
  isWrittenByGet(call) ? { ...writtenByPost(call), name: `${call.name}-post`, twinOf: call.twinOf ?? call.name } : null
