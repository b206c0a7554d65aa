import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type SavedWork, useAfterSave } from './use-after-save.ts'

interface Props {
  works: readonly SavedWork[]
  onDraw: (run: SavedWork) => void
}

function Form({ works, onDraw }: Props) {
  const { register, run } = useAfterSave()
  for (const work of works) register(work)
  onDraw(run)
  return null
}

test('work that fails on a saved record does not make it unsaved, and the next work is done', async () => {
  const done: string[] = []
  const works: SavedWork[] = [async () => Promise.reject(new Error('no database')), async (ref) => void done.push(ref)]
  let run: SavedWork | undefined
  const onDraw: Props['onDraw'] = (drawn) => {
    run = drawn
  }
  renderToStaticMarkup(createElement(Form, { works, onDraw }))
  await expect(run?.('lead-1')).resolves.toBeUndefined()
  expect(done).toEqual(['lead-1'])
})
