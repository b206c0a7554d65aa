import type { EditorView } from 'prosemirror-view'
import { useEffect, useState } from 'react'

const load = () => import('./table-steps.ts')
export type TableSteps = Awaited<ReturnType<typeof load>>['tableSteps']

/** Table commands, once the text has a table. */
export function useTables(view: EditorView): TableSteps | null {
  const [tables, setTables] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  let wanted = false
  view.state.doc.descendants((node) => {
    if (node.type.spec.tableRole) wanted = true
    return !wanted
  })
  useEffect(() => {
    if (wanted) load().then(setTables, () => undefined)
  }, [wanted])
  useEffect(() => {
    if (!tables || view.isDestroyed) return
    const { plugins } = view.state
    if (!plugins.includes(tables.tableKeys)) view.updateState(view.state.reconfigure({ plugins: [...plugins, tables.tableKeys] }))
  }, [tables, view])
  return tables?.tableSteps ?? null
}
