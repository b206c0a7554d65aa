/** The last look at a template before it goes, in both channels. */
import { failureText } from '#contract/chat/send-errors.ts'
import { findProblem, type Template } from '#contract/chat/template.ts'
import { problem } from '#contract/kit/field/problem.ts'
import type { Address, OutgoingMedia, OutgoingMessage, Refusal } from './channel.ts'

export type ChosenTemplate = NonNullable<OutgoingMessage['template']>

const refuse = (reason: string, code?: number): Refusal => ({
  reason: code ? failureText(reason, code) : reason,
  next: 'give up',
  ...(code && { code }),
})

/** What WhatsApp would say of a template in these states, so that a broadcast is held by them as by its own words. */
const codes: Readonly<Record<string, number>> = { PAUSED: 132_015, DISABLED: 132_016 }

/** The template as it is now; a Refusal where it is not what was filled in, or cannot be sent. */
export function checkTemplate(
  known: readonly Template[],
  { name, language, values, version }: ChosenTemplate,
  address: Address,
  media: OutgoingMedia | undefined,
): Template | Refusal {
  const named = known.filter((one) => one.name === name && (language === null || one.language === language))
  const template = named.find(({ status }) => status === 'APPROVED') ?? named[0]
  if (!template) return refuse('Template name does not exist in this language', 132_001)
  if (version !== null && version !== template.version) return refuse('The template was changed after it was filled in')
  if ('recipient' in address && template.category === 'AUTHENTICATION') return refuse('A code for signing in needs a phone number', 131_062)
  const found = findProblem(template, values, media ? { type: media.content.type } : null, Date.now())
  return found
    ? refuse(problem(found.code, found.params).message, found.code === 'template_status' ? codes[template.status] : undefined)
    : template
}
