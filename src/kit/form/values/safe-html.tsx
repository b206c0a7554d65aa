import { lazy, Suspense } from 'react'

const look = '[&_a]:underline [&_ol]:list-decimal [&_ol]:ps-4 [&_ul]:list-disc [&_ul]:ps-4'

const Cleaned = lazy(() =>
  import('./clean-html.ts').then(({ cleanFragment }) => ({
    default: ({ html, className }: { html: string; className: string }) => (
      <div dir="auto" className={className} ref={(box) => box?.replaceChildren(cleanFragment(html))} />
    ),
  })),
)

/** Rich text, cleaned before it is rendered. */
export function SafeHtml({ html, className = look }: { html: string; className?: string }) {
  return (
    <Suspense>
      <Cleaned html={html} className={className} />
    </Suspense>
  )
}
