/** Verifies that a call returns only declared refusals. */

import { isRecord } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { refusalsOf } from '#contract/refusals.ts'

/** Reason of an undeclared refusal, else null. */
export function whyUndeclared(call: Call, problem: unknown): string | null {
  const code = isRecord(problem) ? problem.code : undefined
  if (refusalsOf(call).some((each) => each === code)) return null
  return `${call.name} refused with '${String(code)}', which contract/refusals.ts does not declare`
}

/** Throws on an undeclared refusal. The body can still be read. */
export async function assertDeclared(call: Call, response: Response): Promise<void> {
  if (response.status < 400) return
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const why = whyUndeclared(call, problem)
  if (why) throw new Error(why)
}
