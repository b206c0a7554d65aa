import { useState } from 'react'
import type { View } from '#contract/kit/section/view.ts'
import type { ListParts } from '../query/pane.ts'
import type { ListSearch } from '../query/search.ts'
import { ListPane } from './list-pane.tsx'

/** A list stacked on the section's own list screen. */
export function StackedPane({ parts, view, text }: { parts: ListParts; view: View; text: string }) {
  const [search, show] = useState<ListSearch>({})
  return <ListPane parts={parts} view={view} state={{ search, show }} heading={{ level: 2, text }} bare />
}
