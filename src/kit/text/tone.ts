/** Colours of statuses, which always have a word, too. */

import type { Field } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Tone } from '#contract/kit/field/tone.ts'

/** Tones of words that mean the same everywhere. */
const tones: Readonly<Record<string, Tone>> = {
  ACTIVE: 'good',
  active: 'good',
  publish: 'good',
  closing: 'good',
  'closing retention': 'good',
  connected: 'good',
  resolved: 'neutral',
  open: 'good',
  pending: 'warning',
  error: 'bad',
  failed: 'bad',
  PENDING: 'warning',
  paused: 'warning',
  reminder: 'warning',
  warning: 'bad',
  draft: 'warning',
  hanging: 'warning',
  new: 'info',
  'new retention': 'info',
  info: 'info',
  prospect: 'accent',
  'prospect retention': 'accent',
  reject: 'bad',
  'reject retention': 'bad',
}

/** Tone of a value: the field's own, else the usual one of the word. */
export const toneOf = (value: unknown, field?: Pick<Field, 'tones'> | undefined): Tone =>
  field?.tones ? (field.tones[toText(value)] ?? 'neutral') : (tones[toText(value)] ?? 'neutral')

/** Text and background; contrast 4.5:1 in both themes. */
export const toneClass: Readonly<Record<Tone, string>> = {
  neutral: 'bg-muted text-muted-foreground',
  info: 'bg-[light-dark(oklch(0.955_0.025_240),oklch(0.29_0.045_245))] text-[light-dark(oklch(0.45_0.11_245),oklch(0.82_0.09_240))]',
  good: 'bg-primary-soft text-primary-text',
  warning: 'bg-warning-soft text-warning-text',
  bad: 'bg-danger-soft text-danger-text',
  accent: 'bg-[light-dark(oklch(0.955_0.025_300),oklch(0.29_0.055_300))] text-[light-dark(oklch(0.45_0.15_300),oklch(0.82_0.1_300))]',
}
