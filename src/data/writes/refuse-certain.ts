/** Refusals that are certain before anything is kept: by rules that the contract knows (docs/product/messages.md#certain-refusals). */
import type { Condition } from '#contract/kit/field/condition.ts'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import type { Fields } from '#contract/kit/field/field.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import { validate } from '#contract/kit/field/schema.ts'
import { problemOf } from '#contract/kit/section/breach-problem.ts'
import { judgeCall, judgeState } from '#contract/kit/section/call-rule.ts'
import { initialInput } from '#contract/kit/section/section.ts'
import { ApiError } from '../api/api-error.ts'
import { serverNow } from '../base/server-clock.ts'
import type { Submission } from './submit.ts'

type Values = Readonly<Record<string, unknown>>
type Problems = Record<string, FieldProblem>

/** Whether the person saw all that a condition reads. */
const isSeen = (condition: Condition, seen: Values): boolean =>
  Object.hasOwn(seen, condition.field) && (!condition.and || isSeen(condition.and, seen))

/** Of a further call's body. What forms send, new records and updates, they have judged by the same rules. */
function bodyProblems({ call }: Submission, patch: Values): Problems {
  if (!call.body || call.action !== 'call') return {}
  const fields: Fields = call.body
  const checked = validate(fields, call.rules ?? [], { ...initialInput(fields), ...patch })
  if (checked.ok) return {}
  // Files are judged where they are chosen; here they may stand for ones that wait or are stored already.
  const isOfFile = (path: string) => {
    const kind = fields[path.split('.')[0] ?? path]?.kind
    return kind !== undefined && (isFile(kind) || kind === 'files' || kind === 'rows' || kind === 'object')
  }
  return Object.fromEntries(Object.entries(checked.problems).filter(([path]) => !isOfFile(path)))
}

/** Of the record as the person saw it. */
function recordProblems({ call, base }: Submission, patch: Values): Problems {
  const seen = base?.values
  if (!seen) return {}
  const state = call.when && isSeen(call.when, seen) ? judgeState(call.when, seen, true) : null
  if (state) return { '': problemOf(state, '') }
  const breaches = judgeCall(call.recordRules, seen, patch, serverNow())
  return Object.fromEntries([...breaches].map(([field, each]) => [field, problemOf(each, field, call.body)]))
}

/** Throws ApiError with the problems by field; '' for the record itself. */
export function refuseCertain(submission: Submission, patch: Values): void {
  const fields = { ...recordProblems(submission, patch), ...bodyProblems(submission, patch) }
  const [first] = Object.values(fields)
  if (!first) return
  const { code, message, params } = first
  throw new ApiError(message, 422, 'invalid', { fields, reason: { code, ...(params && { params }) } })
}
