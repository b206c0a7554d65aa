/** Finds a call of the contract by the name a waiting row carries. */

import type { Fields } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import type { SectionName } from '#contract/kit/field/register.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { sectionCalls } from '#contract/kit/section/section-calls.ts'
import { trashCalls } from '#contract/kit/section/trash-calls.ts'
import { isSectionName, sections } from '#contract/sections/index.ts'

/** The fields of a section; none where this console does not know it. */
async function fieldsOf(sectionName: string): Promise<Fields> {
  return isSectionName(sectionName) ? (await sections[sectionName]()).fields : {}
}

export interface FoundCall {
  call: Call
  /** Whose paths it lies under. */
  section: Section
}

export async function fieldsOfAll(sectionNames: readonly string[]): Promise<ReadonlyMap<string, Fields>> {
  const names = [...new Set(sectionNames)]
  return new Map(await Promise.all(names.map(async (name) => [name, await fieldsOf(name)] as const)))
}

const loadChat = async (): Promise<object> => {
  const modules = [
    import('#contract/sections/sales/chat-platform.ts'),
    import('#contract/chat/messages.ts'),
    import('#contract/chat/who.ts'),
  ]
  return Object.assign({}, ...(await Promise.all<object>(modules)))
}

/** Calls written by hand, by the name that their rows carry as their section: the section whose paths they lie under, and their module. */
const byHand: Readonly<Record<string, { of: SectionName; load: () => Promise<object> }>> = {
  leads: { of: 'leads', load: () => import('#contract/sections/sales/leads.ts') },
  'lead-attachments': { of: 'leads', load: () => import('#contract/sections/sales/lead-attachments.ts') },
  'chat-platform': { of: 'chat-platform', load: loadChat },
  'chat-messages': { of: 'chat-platform', load: loadChat },
  'tanya-saham-messages': { of: 'tanya-saham', load: () => import('#contract/sections/stock/tanya-saham.ts') },
}

const isCall = (value: unknown): value is Call => isRecord(value) && typeof value.name === 'string' && isRecord(value.reply)

/** Null when this console does not know the call. */
export async function findCall(sectionName: string, name: string): Promise<FoundCall | null> {
  const { of, load } = (Object.hasOwn(byHand, sectionName) && byHand[sectionName]) || { of: sectionName, load: undefined }
  if (!isSectionName(of)) return null
  const [section, module]: [Section, object] = await Promise.all([sections[of](), load?.() ?? {}])
  const isIt = (each: Call) => each.name === name
  const own = Object.values(module).filter(isCall).find(isIt)
  const call = own ?? (of === sectionName ? [...sectionCalls(section), ...trashCalls(section)].find(isIt) : undefined)
  return call ? { call, section } : null
}
