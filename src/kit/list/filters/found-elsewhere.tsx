import type { RoomsQuery } from '#console/data/chat/room-list.ts'
import { useRooms } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { roomStatuses } from '#contract/choices/room-status.ts'
import { choiceLabel } from '../../text/labels.ts'

type Status = (typeof roomStatuses)[number]

interface Props {
  query: RoomsQuery
  onStatus: (status: Status) => void
}

/** How many chats another status has, of the page that it would show; without a connection of those on the device. */
function Elsewhere({ query, status, onStatus }: Props & { status: Status }) {
  const { total } = useRooms({ ...query, status, page: 1 })
  if (total === 0) return null
  return (
    <Button variant="primary" onClick={() => onStatus(status)}>
      {t('chat.elsewhere', { count: total, status: choiceLabel(status) })}
    </Button>
  )
}

/** What a search or filter of chats without a result finds under the other statuses. */
export function FoundElsewhere(props: Props) {
  const { status: own, page: _page, size: _size, ...narrowed } = props.query
  if (!own || Object.keys(narrowed).length === 0) return null
  return roomStatuses.filter((status) => status !== own).map((status) => <Elsewhere key={status} {...props} status={status} />)
}
