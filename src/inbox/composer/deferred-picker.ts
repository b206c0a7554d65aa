/** The picker of templates with its words: most chats are open, and need neither. */
import { loadMessages } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'

export const DeferredPicker = deferred(async () => {
  const [module] = await Promise.all([import('./template-picker.tsx'), loadMessages(['sending', 'forms', 'kit'])])
  return module.TemplatePicker
})
