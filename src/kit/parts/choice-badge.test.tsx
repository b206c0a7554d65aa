import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { choice } from '#contract/kit/field/field.ts'
import { reward } from '#contract/sections/sales/reward.ts'
import { toneClass } from '../text/tone.ts'
import { ChoiceBadge } from './choice-badge.tsx'

const draw = (value: unknown, field = choice(['active', 'other'])) => renderToStaticMarkup(<ChoiceBadge value={value} field={field} />)

it('ChoiceBadge draws a value in the tone of its field', () => {
  const { status } = reward.fields
  expect(renderToStaticMarkup(<ChoiceBadge value="achieved" field={status} />)).toContain(toneClass.good)
  expect(renderToStaticMarkup(<ChoiceBadge value="missed" field={status} />)).toContain(toneClass.neutral)
})

it('ChoiceBadge draws a common word in its usual tone, and any other value neutrally', () => {
  expect(draw('active')).toContain(toneClass.good)
  expect(draw('other')).toContain(toneClass.neutral)
})

it.each([null, undefined, ''])('ChoiceBadge draws nothing for %j', (value) => {
  expect(draw(value)).toBe('')
})
