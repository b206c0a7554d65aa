import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AnyRow } from '#contract/kit/section.ts'
import { opensNewTab } from '../new-tab.ts'
import { editLink } from '../section-link.ts'
import type { RowTools } from './row-tools.ts'

/** The link of a row to its edit page; honours the new-tab preference (part-1 section 1). */
export function RowLink({ row, tools, children }: { row: AnyRow; tools: RowTools; children: ReactNode }) {
  if (!tools.canOpen) return <span className="truncate font-medium">{children}</span>
  return (
    <Link
      {...editLink(tools.path, row.ref, tools.search)}
      {...(opensNewTab() && { target: '_blank' })}
      className="truncate font-medium text-foreground underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
      onPointerEnter={() => tools.intent(row)}
      onFocus={() => tools.intent(row)}
    >
      {children}
    </Link>
  )
}
