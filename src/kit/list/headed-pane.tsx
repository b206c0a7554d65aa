import type { ReactNode } from 'react'
import { ViewLinks } from './deferred-parts.ts'
import type { ListTabs } from './query/pane.ts'

interface HeadedPaneProps {
  heading: string
  /** Shown on a phone as well: without a list there is no sheet of filters that has them. */
  tabs: ListTabs | undefined
  children: ReactNode
}

/** Content under a section's heading and tabs in place of a list. */
export const HeadedPane = ({ heading, tabs, children }: HeadedPaneProps) => (
  <div className="flex min-w-0 flex-col">
    <header className="px-4 pt-4 pb-2">
      <h1 className="text-xl font-semibold">{heading}</h1>
    </header>
    {tabs && <ViewLinks {...tabs} />}
    {children}
  </div>
)
