import { useEffect } from 'react'
import { useStore } from '#console/data/base/store.ts'
import { unreadStore } from '#console/data/base/unread-store.ts'

/** The number of unread chats before the title of window or tab, which every screen sets without it. */
export function withUnread(title: string, unread: number): string {
  const plain = title.replace(/^\(\d+\) /, '')
  return unread > 0 ? `(${unread}) ${plain}` : plain
}

export function useUnreadTitle(): void {
  const unread = useStore(unreadStore)
  useEffect(() => {
    const show = () => {
      const title = withUnread(document.title, unread)
      if (title !== document.title) document.title = title
    }
    show()
    const observer = new MutationObserver(show)
    const { head } = document
    observer.observe(head, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [unread])
}
