import { choiceLabel } from '#console/kit/labels.ts'
import { StatusBadge } from '#console/kit/status-badge.tsx'
import type { Tone } from '#console/kit/tone.ts'
import { member } from '#contract/sections/member/member.ts'

const tones = { active: 'good', cuti: 'info', expired: 'neutral', deleted: 'bad' } as const satisfies Record<string, Tone>
const isStatus = (value: unknown): value is keyof typeof tones => typeof value === 'string' && Object.hasOwn(tones, value)

/** Whether somebody has access now; its word is one of the section's. */
export const MemberStatus = ({ value }: { value: unknown }) =>
  isStatus(value) ? <StatusBadge value={value} tone={tones[value]} label={choiceLabel(value, member.fields.status)} /> : null
