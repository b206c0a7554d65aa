import { lazy, Suspense } from 'react'

const look = '[&_a]:underline [&_ol]:list-decimal [&_ol]:ps-4 [&_ul]:list-disc [&_ul]:ps-4'

const Cleaned = lazy(() =>
  import('dompurify').then(({ default: purify }) => ({
    default: ({ html }: { html: string }) => (
      <div dir="auto" className={look} ref={(box) => box?.replaceChildren(purify.sanitize(html, { RETURN_DOM_FRAGMENT: true }))} />
    ),
  })),
)

/** Rich text as it looks, cleaned before it is shown. */
export function SafeHtml({ html }: { html: string }) {
  return (
    <Suspense>
      <Cleaned html={html} />
    </Suspense>
  )
}
