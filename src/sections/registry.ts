/** The only table of dynamic imports: a section without a screen does not compile. */

import { loadMessages } from '#console/i18n/i18n.ts'
import type { SectionModule } from '#console/kit/define-section.tsx'
import type { SectionName } from '#contract/sections/index.ts'

export const registry = {
  bank: () => import('./settings/bank.tsx').then((module) => module.screens),
  'tag-manager': () => import('./other/tag-manager.tsx').then((module) => module.screens),
  'auto-text': () => import('./other/auto-text.tsx').then((module) => module.screens),
  campaign: () => import('./promotion/campaign.tsx').then((module) => module.screens),
  user: () => import('./auth/user.tsx').then((module) => module.screens),
  role: () => import('./auth/role.tsx').then((module) => module.screens),
  'for-you': () => import('./content/for-you.tsx').then((module) => module.screens),
  'whatsapp-number': () => import('./other/whatsapp-number.tsx').then((module) => module.screens),
  'security-log': async () =>
    (await Promise.all([import('./auth/security-log.tsx'), loadMessages('security').catch(() => undefined)]))[0].screens,
} satisfies Record<Exclude<SectionName, 'leads' | 'chat-platform'>, () => Promise<SectionModule>>

const screens = new Map<string, () => Promise<SectionModule>>(Object.entries(registry))

/** The screens of a URL segment, or null where there is no such section. */
export async function sectionScreens(name: string): Promise<SectionModule | null> {
  return (await screens.get(name)?.()) ?? null
}
