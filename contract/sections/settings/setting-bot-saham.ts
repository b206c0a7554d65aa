/**
 * The bot that answers questions about stocks: what it is called, how it
 * speaks, and whether it answers at all (docs/product/assistant.md#setting).
 */
import { flag, number, text, textarea } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'

export const settingBotSaham = section('setting-bot-saham', {
  path: '/chatbot/in/v1/bot-setting',
  nav: { group: 'settings', icon: 'bot' },
  backOffice: 'hidden',
  permission: 'bot-setting',
  title: 'name',
  singleton: { id: 1 },
  fields: {
    /** Answers are sent under it. */
    name: text({ required: true, max: 40 }),
    is_active: flag({ initial: true }),
    tone: text({ required: true, max: 120 }),
    /** 0 says the same to the same question. */
    temperature: number({ required: true, min: 0, max: 1 }),
    /** Before the first answer of a chat. */
    greeting: textarea({ max: 500 }),
    /** What is said where nothing is known. */
    fallback: textarea({ required: true, max: 500 }),
    /** For a language model, beside the rules that it always has. */
    instructions: textarea({ max: 4_000 }),
  },
  groups: [{ fields: ['name', 'is_active', 'greeting', 'fallback'] }, { title: 'manner', fields: ['tone', 'temperature', 'instructions'] }],
})
