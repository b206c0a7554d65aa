/** Whether the document may be trusted: a call answers with no refusal that it does not declare. */

import { isRecord } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { refusalsOf } from '#contract/refusals.ts'

/** Why a refusal is not declared; null where it is. */
export function whyUndeclared(call: Call, problem: unknown): string | null {
  const code = isRecord(problem) ? problem.code : undefined
  if (refusalsOf(call).some((each) => each === code)) return null
  return `${call.name} refused with '${String(code)}', which contract/refusals.ts does not declare`
}

/** Throws where an answer refuses with what is not declared. Its body can still be read. */
export async function assertDeclared(call: Call, response: Response): Promise<void> {
  if (response.status < 400) return
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const why = whyUndeclared(call, problem)
  if (why) throw new Error(why)
}
