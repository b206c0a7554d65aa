/** Sanitises rich text: keeps what the field's editor makes, and nothing executable. */
import sanitizeHtml from 'sanitize-html'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import type { Field, Fields, RichTool } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { problem } from '#contract/kit/field/problem.ts'
import { embedAttributes, embedOf } from '#contract/lib/embed.ts'
import { readableText } from '#contract/lib/readable-text.ts'
import { ApiError } from '#server/platform/core/problem.ts'

type Attributes = sanitizeHtml.Attributes

const usual = ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'blockquote', 'code', 'pre', 'hr']
const tags: Partial<Record<RichTool, readonly string[]>> = {
  table: ['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  picture: ['img'],
  embed: ['iframe'],
}

/** A picture stored by us; a foreign address would reveal readers to its owner. */
const ownPicture = /^\/files\/[0-9a-f]{64}\/[^/?#"'<>\s]{1,400}$/

const few = (value: string | undefined) => (/^([2-9]|[12]\d)$/.test(value ?? '') ? value : undefined)
const given = (attributes: Readonly<Record<string, string | undefined>>): Attributes =>
  Object.fromEntries(Object.entries(attributes).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

const cell = (tagName: string, { colspan, rowspan }: Attributes) => ({
  tagName,
  attribs: given({ colspan: few(colspan), rowspan: few(rowspan) }),
})
const picture = (tagName: string, { src = '', alt }: Attributes) => ({
  tagName,
  attribs: given({ src: ownPicture.test(src) ? src : undefined, alt: alt?.slice(0, 300) ?? '', loading: 'lazy' }),
})
const player = (tagName: string, { src = '' }: Attributes) => {
  const embed = embedOf(src)
  return { tagName, attribs: given({ src: embed?.address, title: embed?.name, ...embedAttributes }) }
}

const made = new Map<string, sanitizeHtml.IOptions>()

function allowedIn({ tools = [] }: Field): sanitizeHtml.IOptions {
  const key = tools.join()
  const known = made.get(key)
  if (known) return known
  const allowed: sanitizeHtml.IOptions = {
    allowedTags: [...usual, ...tools.flatMap((tool) => tags[tool] ?? [])],
    allowedAttributes: {
      a: ['href', 'target', 'rel'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
      img: ['src', 'alt', 'loading'],
      iframe: ['src', 'title', ...Object.keys(embedAttributes)],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    disallowedTagsMode: 'discard',
    // Deeper than a person writes; the rest is dropped.
    nestingLimit: 60,
    transformTags: {
      a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer', target: '_blank' }),
      td: cell,
      th: cell,
      img: picture,
      iframe: player,
    },
    exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'iframe') && !attribs.src,
  }
  made.set(key, allowed)
  return allowed
}

/** Returns a field's text as stored. */
export const cleanText = (field: Field, html: string): string => sanitizeHtml(html, allowedIn(field))

/** Content other than text. */
const shows = /<(?:img|iframe)\b/

interface Cleaned {
  values: Record<string, unknown>
  problems: Record<string, FieldProblem>
}

function cleanFields(fields: Fields, input: Readonly<Record<string, unknown>>, prefix: string): Cleaned {
  const values = { ...input }
  const problems: Record<string, FieldProblem> = {}
  const nested = (field: Field, value: Readonly<Record<string, unknown>>, path: string) => {
    const inside = cleanFields(field.fields ?? {}, value, `${path}.`)
    Object.assign(problems, inside.problems)
    return inside.values
  }
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name]
    const path = prefix + name
    if (field.kind === 'object' && isRecord(value)) values[name] = nested(field, value, path)
    if (field.kind === 'rows' && Array.isArray(value))
      values[name] = value.map((row: unknown, at) => (isRecord(row) ? nested(field, row, `${path}.${at}`) : row))
    if (field.kind !== 'richText' || typeof value !== 'string') continue
    const clean = cleanText(field, value)
    const length = readableText(clean).length
    if (field.max !== undefined && length > field.max) problems[path] = problem('max_length', { max: field.max })
    else if (length === 0 && field.required && !shows.test(clean)) problems[path] = problem('required')
    values[name] = clean
  }
  return { values, problems }
}

/** Returns the input with all rich texts cleaned. Throws 422 for one that is too long, or empty though required. */
export function cleanRichText(fields: Fields, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { values, problems } = cleanFields(fields, input, '')
  if (Object.keys(problems).length) throw new ApiError('invalid', undefined, { fields: problems })
  return values
}
