/** Finds a call of the contract by the name a waiting row carries. */

import type { Fields } from '#contract/kit/field/field.ts'
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

const ofLeads = async (pick: (calls: typeof import('#contract/sections/sales/leads.ts')) => Call): Promise<FoundCall> => {
  const module = await import('#contract/sections/sales/leads.ts')
  return { call: pick(module), section: module.leads }
}

const ofAttachments = async (pick: (calls: typeof import('#contract/sections/sales/lead-attachments.ts')) => Call): Promise<FoundCall> => {
  const module = await import('#contract/sections/sales/lead-attachments.ts')
  return ofLeads(() => pick(module))
}

export async function fieldsOfAll(sectionNames: readonly string[]): Promise<ReadonlyMap<string, Fields>> {
  const names = [...new Set(sectionNames)]
  return new Map(await Promise.all(names.map(async (name) => [name, await fieldsOf(name)] as const)))
}

const ofChat = async (name: string): Promise<FoundCall | null> => {
  const [rooms, messages] = await Promise.all([import('#contract/sections/sales/chat-platform.ts'), import('#contract/chat/messages.ts')])
  const all: readonly Call[] = [...rooms.roomChanges, messages.sendMessage, messages.messageRead]
  const found = all.find((each) => each.name === name)
  return found ? { call: found, section: rooms.chatPlatform } : null
}

/** Irregular calls that may wait, beside those every section has. */
const irregular: Readonly<Record<string, () => Promise<FoundCall>>> = {
  'leads.status': () => ofLeads(({ leadStatus }) => leadStatus),
  'leads.assign': () => ofLeads(({ leadAssign }) => leadAssign),
  'tanya-saham-messages.create': async () => {
    const module = await import('#contract/sections/stock/tanya-saham.ts')
    return { call: module.questionReply, section: module.tanyaSaham }
  },
  'lead-attachments.create': () => ofAttachments(({ attach }) => attach),
  'lead-attachments.remove': () => ofAttachments(({ detach }) => detach),
}

/** Null when this console does not know the call. */
export async function findCall(sectionName: string, name: string): Promise<FoundCall | null> {
  const found = Object.hasOwn(irregular, name) ? await irregular[name]?.() : undefined
  if (found) return found
  if (sectionName === 'chat-platform' || sectionName === 'chat-messages') return ofChat(name)
  if (!isSectionName(sectionName)) return null
  const section: Section = await sections[sectionName]()
  const call = [...sectionCalls(section), ...trashCalls(section)].find((entry) => entry.name === name)
  return call ? { call, section } : null
}
