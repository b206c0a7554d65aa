/** Settings of the stock bot: its name, style and whether it answers (docs/product/assistant.md#setting). */
import { flag, number, text, textarea } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'

export const settingBotSaham = section('setting-bot-saham', {
  kind: 'setting',
  path: '/chatbot/in/v1/bot-setting',
  nav: { group: 'settings', icon: 'bot' },
  backOffice: 'hidden',
  permission: 'bot-setting',
  title: 'name',
  fields: {
    /** Sender of answers. */
    name: text({ required: true, max: 40 }),
    is_active: flag({ initial: true }),
    tone: text({ required: true, max: 120 }),
    /** 0 is deterministic. */
    temperature: number({ required: true, min: 0, max: 1 }),
    /** Before the first answer in a chat. */
    greeting: textarea({ max: 500 }),
    /** Answer where nothing is known. */
    fallback: textarea({ required: true, max: 500 }),
    /** Prompt for a language model, beside its fixed rules. */
    instructions: textarea({ max: 4_000 }),
  },
  groups: [{ fields: ['name', 'is_active', 'greeting', 'fallback'] }, { title: 'manner', fields: ['tone', 'temperature', 'instructions'] }],
})
