import { createFileRoute, redirect } from '@tanstack/react-router'

/** A bare /chat-platform goes to /chat-platform/list. */
export const Route = createFileRoute('/_console/chat-platform/')({
  beforeLoad: () => {
    throw redirect({ to: '/chat-platform/list' })
  },
})
