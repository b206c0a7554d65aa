import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { sectionScreens } from '#console/sections/screens.ts'
import { nav } from '#console/shell/nav.ts'

/** A bare /X goes to /X/list or the view that its definition names, and one that stands for another place there. */
export const Route = createFileRoute('/_console/$section/')({
  beforeLoad: async ({ params }) => {
    const on = nav.find(({ name }) => name === params.section)?.to
    if (on) throw redirect({ href: on, replace: true })
    const screens = await sectionScreens(params.section)
    if (!screens) throw notFound()
    const { home } = screens.section.routes
    throw home ? redirect({ to: '/$section/$view/list', params: { ...params, view: home } }) : redirect({ to: '/$section/list', params })
  },
})
