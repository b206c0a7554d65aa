import type { FieldProblem } from '../field/errors.ts'
import type { Fields } from '../field/field.ts'
import { missingValue, problem } from '../field/problem.ts'
import type { Breach } from './call-rule.ts'

/** A breach as the problem of its field; of a record's state the words are those of the refusal, which only the console and the API have. */
export function problemOf({ code, params, isRefusal }: Breach, path: string, body: Fields = {}): FieldProblem {
  if (isRefusal) return { code, message: '', ...(params && { params }) }
  const field = body[path]
  return code === 'required' && field ? missingValue(path, field) : problem(code, { ...params })
}
