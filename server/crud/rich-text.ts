/** Rich text as it may be stored: the marks of the editor and nothing that runs. */
import sanitizeHtml from 'sanitize-html'
import type { FieldProblem } from '#contract/kit/errors.ts'
import type { Fields } from '#contract/kit/field.ts'
import { problem } from '#contract/kit/schema.ts'
import { readableText } from '#contract/lib/readable-text.ts'
import { ApiError } from '#server/platform/problem.ts'

const allowed: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'blockquote', 'code', 'pre', 'hr'],
  allowedAttributes: { a: ['href', 'target', 'rel'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  disallowedTagsMode: 'discard',
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }) },
}

/** The input with its rich texts cleaned. Throws 422 where the text itself is longer than allowed, or empty though required. */
export function cleanRichText(fields: Fields, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const result = { ...input }
  const problems: Record<string, FieldProblem> = {}
  for (const [name, field] of Object.entries(fields)) {
    const value = result[name]
    if (field.kind !== 'richText' || typeof value !== 'string') continue
    const clean = sanitizeHtml(value, allowed)
    const length = readableText(clean).length
    if (field.max !== undefined && length > field.max) problems[name] = problem('max_length', { max: field.max })
    else if (length === 0 && field.required) problems[name] = problem('required')
    result[name] = clean
  }
  if (Object.keys(problems).length) throw new ApiError('invalid', undefined, { fields: problems })
  return result
}
