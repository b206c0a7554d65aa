import type { ReactNode } from 'react'
import { isPlainPress } from '#console/ui/hooks/plain-press.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import type { RowTools } from '../query/row-tools.ts'

/** Link of a row to its edit page; honours the new-tab preference (docs/product/session.md#preferences). */
export function RowLink({ row, tools, children }: { row: AnyRow; tools: RowTools; children: ReactNode }) {
  if (!tools.href)
    return (
      <span data-name="" dir="auto" className="truncate font-medium text-foreground">
        {children}
      </span>
    )
  return (
    <a
      href={tools.href(row)}
      data-name=""
      dir="auto"
      {...(tools.newTab && { target: '_blank', rel: 'noopener' })}
      className="truncate font-medium text-foreground underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
      onPointerEnter={() => tools.intent(row)}
      onFocus={() => tools.intent(row)}
      onClick={(event) => {
        if (tools.newTab || !isPlainPress(event)) return
        event.preventDefault()
        tools.open(row)
      }}
    >
      {children}
    </a>
  )
}
