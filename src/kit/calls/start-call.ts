import { loadMessages, t } from '#console/i18n/i18n.ts'
import { confirm } from '#console/ui/confirm.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { callLabel, callQuestion } from '../text/labels.ts'

/** Record ids are not values that a person enters. */
const isName = (name: string) => name === 'id' || name === 'ids'

/** Body fields that a person enters. */
const askedFields = (call: Call) => Object.entries(call.body ?? {}).filter(([field]) => !isName(field))

/** Whether a press opens a window. */
export const opensWindow = (section: Section, name: string): boolean =>
  section.calls[name]?.confirm === true || askedFields(sectionCall(section, name)).length > 0

/** Starts a section's call: opens the form of its values, asks for confirmation, or runs it at once. */
export async function startCall(section: Section, name: string, rows: readonly AnyRow[]): Promise<void> {
  const call = sectionCall(section, name)
  const [first] = rows
  if (call.reply.of === 'blob' && first) return (await import('./hand-over.ts')).handOver(section, call, first)
  const fields = Object.fromEntries(askedFields(call))
  if (Object.keys(fields).length) {
    const [{ showCallWindow }] = await Promise.all([import('./call-window.tsx'), loadMessages(['forms', 'kit'])])
    return showCallWindow({ section, name, fields, rows })
  }
  const question = section.calls[name]?.confirm
    ? { title: callQuestion(name, section.name), action: callLabel(name, section.name), cancel: t('list.cancel'), close: t('app.close') }
    : null
  if (question && !(await confirm(question))) return
  const { runCall } = await import('./run-call.ts')
  await runCall(section, name, rows)
}
