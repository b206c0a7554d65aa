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
  onSaved: () => boolean
  onDraw: (submit: () => void) => void
}

function Form({ onSaved, onDraw }: Props) {
  const form = useForm<FormValues>({ defaultValues: { bank_name: 'BCA' } })
  onDraw(useSave(form, bank, null, { afterSave: async () => undefined, onSaved }).submit)
  return null
}

/** A form's Save, pressed after these seconds; returns how often it was saved and left. */
async function press(closes: boolean, seconds: readonly number[]) {
  const onSaved = vi.fn(() => closes)
  let submit: () => void = () => undefined
  const onDraw: Props['onDraw'] = (drawn) => {
    submit = drawn
  }
  renderToStaticMarkup(<Form onSaved={onSaved} onDraw={onDraw} />)
  const now = vi.spyOn(performance, 'now')
  for (const second of seconds) {
    now.mockReturnValue(second * 1_000)
    submit()
    // What a save takes: validation, the outbox, its outcome, what follows it.
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return { saves: submitted.mock.calls.length, left: onSaved.mock.calls.length }
}

it('a record is saved once, however long the next screen takes', async () => {
  expect(await press(true, [2, 2.5, 6, 60])).toEqual({ saves: 1, left: 1 })
})

it('a form that stays is saved again, but not within a second', async () => {
  expect(await press(false, [2, 2.5, 6])).toEqual({ saves: 2, left: 2 })
})
