import type { ReactNode } from 'react'

interface HeadedPaneProps {
  heading: string
  /** Between heading and content, such as tabs. */
  top: ReactNode
  children: ReactNode
}

/** Content under a section's heading and tabs in place of a list. */
export const HeadedPane = ({ heading, top, children }: HeadedPaneProps) => (
  <div className="flex min-w-0 flex-col">
    <header className="px-4 pt-4 pb-2">
      <h1 className="text-xl font-semibold">{heading}</h1>
    </header>
    {top}
    {children}
  </div>
)
