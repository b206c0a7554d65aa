import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { setLocale } from '#console/i18n/i18n.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { openBrowser } from '#tests/support/test-browser.ts'
import type { FormValues } from '../values/tools.ts'
import { useSave } from './use-save.ts'

// Static rendering reads the stores as they are.
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useSyncExternalStore: <T,>(_subscribe: unknown, getSnapshot: () => T) => getSnapshot(),
}))
const submitted = vi.fn(async () => ({ id: 'change-1', ref: 'record-1' }))
vi.mock('#console/data/writes/submit.ts', () => ({ submit: () => submitted() }))
vi.mock('../values/save-outcome.ts', () => ({ awaitOutcome: async () => ({ is: 'done', row: null }) }))

openBrowser()
beforeAll(async () => {
  Object.assign(document, { documentElement: {} })
  await setLocale('en')
})
afterEach(() => {
  submitted.mockClear()
  vi.restoreAllMocks()
})
afterAll(() => vi.unstubAllGlobals())

interface Props {
  onSaved: () => Promise<void>
  onDraw: (submit: () => void) => void
}

function Form({ onSaved, onDraw }: Props) {
  const form = useForm<FormValues>({ defaultValues: { bank_name: 'BCA' } })
  onDraw(useSave(form, bank, null, { afterSave: async () => undefined, onSaved }).submit)
  return null
}

/** What a save takes: validation, the outbox, its outcome, what follows it. */
async function settle() {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** A form and its Save; `left` is when the screen after it is there. */
function draw(left: Promise<void>) {
  const now = vi.spyOn(performance, 'now')
  let submit: () => void = () => undefined
  const onDraw: Props['onDraw'] = (drawn) => {
    submit = drawn
  }
  renderToStaticMarkup(<Form onSaved={() => left} onDraw={onDraw} />)
  return async (second: number) => {
    now.mockReturnValue(second * 1_000)
    submit()
    await settle()
    return submitted.mock.calls.length
  }
}

it('a record is saved once, however long the next screen takes', async () => {
  const press = draw(new Promise(() => undefined))
  for (const second of [2, 2.5, 6, 60]) expect(await press(second)).toBe(1)
})

it('a form that stays, or is there again in another tab, is saved again, but not within a second', async () => {
  let leave: () => void = () => undefined
  const press = draw(
    new Promise((resolve) => {
      leave = resolve
    }),
  )
  expect(await press(2)).toBe(1)
  expect(await press(6)).toBe(1)
  leave()
  await settle()
  expect(await press(6.5)).toBe(2)
  expect(await press(7)).toBe(2)
  expect(await press(8)).toBe(3)
})
