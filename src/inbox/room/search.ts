/** State of the inbox in the URL: open room, filters and page. Invalid parts are dropped. */
import type { RoomsQuery } from '#console/data/chat/rooms.ts'
import { roomStatuses } from '#contract/choices/room-status.ts'

type RoomStatus = (typeof roomStatuses)[number]
export const statusTabs = [...roomStatuses, 'all'] as const
export type StatusTab = (typeof statusTabs)[number]

export interface ChatSearch {
  /** Ref of the open room. */
  room?: string
  /** Ref of a message to jump to. */
  message?: string
  status?: StatusTab
  search?: string
  tag?: string
  /** 0 is 'Unassigned'. */
  assignee_sales?: number
  is_need_support?: boolean
  /** Only snoozed rooms. */
  snoozed?: boolean
  /** Only open rooms whose customer wrote last, the longest waiting first. */
  unanswered?: boolean
  /** With replies in these days, of a link of a report. Any status, where none is named. */
  replied?: string
  page?: number
  /** Whether the side panel is open; by default where there is width for it. */
  panel?: boolean
  /** The start-chat window is open. */
  start?: boolean
  /** The window of broadcasts is open: ref of one, or 'all'. */
  broadcast?: string
}

/** Rooms on a page (docs/product/chat.md#rooms). */
export const roomsPerPage = 20

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
const flag = (value: unknown): boolean | undefined =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined
function parseInteger(value: unknown, min: number): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= min ? number : undefined
}

/** The search of an address; the route does not check it. */
export function chatSearch(raw: Record<string, unknown>): ChatSearch {
  const status = statusTabs.find((tab) => tab === raw.status)
  const [room, message, search, tag, broadcast] = [raw.room, raw.message, raw.search, raw.tag, raw.broadcast].map(text)
  // Links of the home and of reports say it as lists of sections do.
  const linked = (name: string) =>
    text(raw.query)
      ?.split(',')
      .find((pair) => pair.startsWith(`${name}:`))
      ?.slice(name.length + 1)
  const [assignee, page] = [parseInteger(linked('assignee_sales') ?? raw.assignee_sales, 0), parseInteger(raw.page, 1)]
  const [support, snoozed, unanswered] = [flag(raw.is_need_support), flag(raw.snoozed), flag(linked('unanswered') ?? raw.unanswered)]
  const [panel, start] = [flag(raw.panel), flag(raw.start)]
  const replied = linked('replied') ?? text(raw.replied)
  return {
    ...(room && { room }),
    ...(room && message && { message }),
    ...(status && status !== (replied ? 'all' : 'open') && { status }),
    ...(search && { search }),
    ...(tag && { tag }),
    ...(assignee !== undefined && { assignee_sales: assignee }),
    ...(support && { is_need_support: true }),
    ...(snoozed && { snoozed }),
    ...(unanswered && { unanswered }),
    ...(replied && { replied }),
    ...(page && page > 1 && { page }),
    ...(panel !== undefined && { panel }),
    ...(start && { start }),
    ...(broadcast && { broadcast }),
  }
}

const isStatus = (tab: StatusTab): tab is RoomStatus => tab !== 'all'

/** The status of a list: open, or of a link of a report any, unless another one is chosen. */
export const statusOf = ({ status, replied }: ChatSearch): StatusTab => status ?? (replied ? 'all' : 'open')

/** Query of the rooms in the URL. */
export function roomsQuery(asked: ChatSearch): RoomsQuery {
  const { search, tag, assignee_sales, is_need_support, snoozed, unanswered, replied, page = 1 } = asked
  const status = statusOf(asked)
  return {
    page,
    size: roomsPerPage,
    ...(replied && { replied }),
    ...(isStatus(status) && { status }),
    ...(search && { search }),
    ...(tag && { tag }),
    ...(assignee_sales !== undefined && { assignee_sales }),
    ...(is_need_support && { is_need_support }),
    ...(snoozed && { snoozed }),
    ...(unanswered && { unanswered }),
  }
}

/** Number of filters except status and search, for the button's badge. */
export function filterCount({ tag, assignee_sales, is_need_support, snoozed, unanswered }: ChatSearch): number {
  return [tag !== undefined, assignee_sales !== undefined, is_need_support, snoozed, unanswered].filter(Boolean).length
}
