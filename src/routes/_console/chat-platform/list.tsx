import { createFileRoute } from '@tanstack/react-router'
import { ChatScreen, type SearchChange } from '#console/chat/chat-screen.tsx'
import { chatSearch } from '#console/chat/search.ts'
import { loadMessages } from '#console/i18n/i18n.ts'
import { requireAccess } from '#console/shell/require-access.ts'

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
