import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { loadMessages } from '#console/i18n/i18n.ts'
import { type ChatSearch, chatSearch } from '#console/inbox/room/search.ts'
import { ChatScreen, type SearchChange } from '#console/inbox/screen/chat-screen.tsx'
import { requireAccess } from '#console/shell/base/require-access.ts'

export const Route = createFileRoute('/_console/chat-platform/list')({
  // Read where it is drawn: the first row of a list needs none of it.
  validateSearch: (search: ChatSearch) => search,
  beforeLoad: ({ location }) => requireAccess('chat-platform', 'get', location.href),
  loader: () => loadMessages(['chat', 'voice']),
  component: ChatPage,
})

function ChatPage() {
  const written = Route.useSearch()
  const search = useMemo(() => chatSearch({ ...written }), [written])
  const navigate = Route.useNavigate()
  const change = (next: SearchChange, replace = false) =>
    void navigate({ search: (old) => chatSearch({ ...old, ...next }), replace, resetScroll: false })
  return <ChatScreen search={search} onSearch={change} />
}
