import { createFileRoute, redirect } from '@tanstack/react-router'

/** A bare /leads goes to /leads/list. */
export const Route = createFileRoute('/_console/leads/')({
  beforeLoad: () => {
    throw redirect({ to: '/leads/list' })
  },
})
