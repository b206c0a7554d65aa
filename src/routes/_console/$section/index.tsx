import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { sectionScreens } from '#console/sections/screens.ts'

/** A bare /X goes to /X/list. */
export const Route = createFileRoute('/_console/$section/')({
  beforeLoad: async ({ params }) => {
    if (!(await sectionScreens(params.section))) throw notFound()
    throw redirect({ to: '/$section/list', params })
  },
})
