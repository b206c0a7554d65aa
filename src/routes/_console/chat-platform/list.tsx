import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { chatSearch } from '#console/inbox/room/search.ts'
import { ChatScreen, type SearchChange } from '#console/inbox/screen/chat-screen.tsx'
import { requireAccess } from '#console/shell/base/require-access.ts'

export const Route = createFileRoute('/_console/chat-platform/list')({
  validateSearch: chatSearch,
  beforeLoad: ({ location }) => requireAccess('chat-platform', 'get', location.href),
  loader: () => loadMessages(['chat', 'voice']),
  component: ChatPage,
})

function ChatPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: SearchChange, replace = false) =>
    void navigate({ search: (old) => chatSearch({ ...old, ...next }), replace, resetScroll: false })
  return <ChatScreen search={search} onSearch={change} />
}
