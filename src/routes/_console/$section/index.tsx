import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { sectionScreens } from '#console/sections/screens.ts'
import { nav } from '#console/shell/nav.ts'

/** A bare /X goes to /X/list, and one that stands for another place there. */
export const Route = createFileRoute('/_console/$section/')({
  beforeLoad: async ({ params }) => {
    const on = nav.find(({ name }) => name === params.section)?.to
    if (on) throw redirect({ href: on, replace: true })
    if (!(await sectionScreens(params.section))) throw notFound()
    throw redirect({ to: '/$section/list', params })
  },
})
