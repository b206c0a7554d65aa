import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { choice } from '#contract/kit/field.ts'
import { reward } from '#contract/sections/sales/reward.ts'
import { ChoiceBadge } from './choice-badge.tsx'
import { toneClass } from './tone.ts'

const classOf = () => screen.getByText(/\w/).className

it('ChoiceBadge draws a value in the tone and the words of its field', () => {
  render(<ChoiceBadge value="achieved" field={reward.fields.status} />)
  expect(screen.getByText('Achieved').className).toContain(toneClass.good)
})

it('ChoiceBadge draws a common word in its usual tone, and any other value neutrally', () => {
  const { rerender } = render(<ChoiceBadge value="active" field={choice(['active', 'other'])} />)
  expect(classOf()).toContain(toneClass.good)
  rerender(<ChoiceBadge value="other" field={choice(['active', 'other'])} />)
  expect(classOf()).toContain(toneClass.neutral)
})

it.each([null, undefined, ''])('ChoiceBadge draws nothing for %j', (value) => {
  const { container } = render(<ChoiceBadge value={value} field={choice(['a'])} />)
  expect(container.textContent).toBe('')
})
