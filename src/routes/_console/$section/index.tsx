import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { nav } from '#console/shell/nav.ts'

/** A bare /X goes to /X/list, or where the entry of the navigation leads on to. */
export const Route = createFileRoute('/_console/$section/')({
  beforeLoad: ({ params }) => {
    const item = nav.find(({ name }) => name === params.section)
    if (!item) throw notFound()
    throw redirect({ href: item.to ?? item.path, replace: true })
  },
})
