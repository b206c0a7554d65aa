import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { areas } from '#console/shell/base/nav.ts'

/** A bare /X redirects to /X/list, or to the navigation entry's target. */
export const Route = createFileRoute('/_console/$section/')({
  beforeLoad: ({ params }) => {
    const area = areas.find(({ name }) => name === params.section)
    if (!area) throw notFound()
    throw redirect({ href: 'to' in area && area.to ? area.to : area.path, replace: true })
  },
})
