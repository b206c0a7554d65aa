import type { ReactNode } from 'react'
import { queryKeys } from '#console/data/query/query-keys.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { StaleNotice } from '../parts/stale-notice.tsx'
import { ViewLinks } from './deferred-parts.ts'
import type { ListPaneProps } from './screen/list-pane.tsx'

interface HeadedPaneProps extends Pick<ListPaneProps, 'heading' | 'tabs'> {
  /** What is shown: said above it where it is old. */
  call: Call
  /** A sentence above it; it is as wide as a text then. */
  about?: string
  children: ReactNode
}

/** Content of a call under a section's heading and tabs, in place of a list. */
export const HeadedPane = ({ heading, tabs, call, about, children }: HeadedPaneProps) => (
  <div className="flex min-w-0 flex-col">
    <header className="px-4 pt-4 pb-2">
      <h1 className="text-xl font-semibold">{heading.text}</h1>
    </header>
    {/* On a phone as well: without a list there is no sheet of filters that has them. */}
    {tabs && <ViewLinks {...tabs} />}
    <div className={`flex flex-col gap-3 px-4 pb-6 ${about ? 'max-w-4xl' : ''}`}>
      {about && <p className="text-sm text-muted-foreground">{about}</p>}
      <StaleNotice queryKey={queryKeys.calls(call.name)} />
      {children}
    </div>
  </div>
)
