import { t } from '#console/i18n/i18n.ts'
import type { RecorderState } from './use-recorder.ts'

const words = {
  denied: 'voice.denied',
  missing: 'voice.missing',
  unsupported: 'voice.unsupported',
  failed: 'voice.failed',
} as const

const isTrouble = (state: RecorderState): state is keyof typeof words => Object.hasOwn(words, state)

/** Reason why recording fails; null without one. Needs the messages of 'voice'. */
export const troubleText = (state: RecorderState): string | null => (isTrouble(state) ? t(words[state]) : null)
