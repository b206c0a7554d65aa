import { has, t } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import { fieldLabel } from './labels.ts'
import { problemText } from './problem-text.ts'

const isWritten = (id: string): id is MessageId => has(id)

/** Label of the field at a path such as `sections.0.lessons.2.video`, by its own words of the section or the shared ones. */
export function labelAt(section: string, path: string): string {
  const names = path.split('.').filter((step) => !/^\d+$/.test(step))
  const last = names.at(-1) ?? path
  const own = names.map((_, at) => `${section}.${names.slice(at).join('.')}`).find(isWritten)
  return own ? t(own) : fieldLabel(last)
}

/** 'Video: This kind of file is not accepted', each field once, in the person's language. */
export function namedProblems(section: string, fields: Readonly<Record<string, FieldProblem>>): string[] {
  return [...new Set(Object.entries(fields).map(([path, problem]) => `${labelAt(section, path)}: ${problemText(problem)}`))]
}
