import type { RoomsQuery } from '#console/data/chat/room-list.ts'
import { useRooms } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { Button } from '#console/ui/button.tsx'
import { roomStatuses } from '#contract/choices/room-status.ts'
import type { StatusTab } from '../room/search.ts'

interface Props {
  query: RoomsQuery
  onStatus: (status: StatusTab) => void
}

/** How many chats another tab has, of the page that it would show; without a connection of those on the device. */
function Elsewhere({ query, status, onStatus }: Props & { status: (typeof roomStatuses)[number] }) {
  const { total } = useRooms({ ...query, status, page: 1 })
  if (total === 0) return null
  return (
    <Button variant="primary" onClick={() => onStatus(status)}>
      {t('chat.elsewhere', { count: total, status: choiceLabel(status) })}
    </Button>
  )
}

/** What a search without a result finds under the other statuses. */
export function FoundElsewhere(props: Props) {
  if (!props.query.status) return null
  return roomStatuses
    .filter((status) => status !== props.query.status)
    .map((status) => <Elsewhere key={status} {...props} status={status} />)
}
