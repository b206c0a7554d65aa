/** Finds a call of the contract by the name a waiting row carries. */
import type { Call } from '#contract/kit/call.ts'
import type { Section } from '#contract/kit/section.ts'
import { sectionCalls } from '#contract/kit/section-calls.ts'
import { isSectionName, sections } from '#contract/sections/index.ts'

/** Irregular calls that may wait, beside those every section has. */
const irregular: Record<string, () => Promise<Call>> = {
  'leads.status': () => import('#contract/sections/leads.ts').then((module) => module.leadStatus),
  'leads.assign': () => import('#contract/sections/leads.ts').then((module) => module.leadAssign),
}

export interface FoundCall {
  call: Call
  section: Section
}

/** Null when this console does not know the call. */
export async function findCall(sectionName: string, name: string): Promise<FoundCall | null> {
  if (!isSectionName(sectionName)) return null
  const section: Section = await sections[sectionName]()
  const call = (await irregular[name]?.()) ?? sectionCalls(section).find((entry) => entry.name === name)
  return call ? { call, section } : null
}
