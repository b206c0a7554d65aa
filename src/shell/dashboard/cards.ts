/** Which cards a dashboard has, by what a person does (docs/product/dashboard.md). Plain data. */
import type { LucideIcon } from 'lucide-react'
import {
  BellRing,
  CalendarClock,
  ChartCandlestick,
  Crosshair,
  FileCheck,
  MessageCircleQuestionMark,
  MessagesSquare,
  PencilLine,
  ReceiptText,
  Star,
  Trophy,
  UsersRound,
} from 'lucide-react'
import { formatRange, type ListQuery } from '#contract/kit/field/list-query.ts'
import { type Access, holds, roleFlags } from '#contract/kit/field/permission.ts'
import type { SectionName } from '#contract/kit/field/register.ts'
import { addDays } from '#contract/lib/wib.ts'
import { endingMemberships, unpaidOrders } from '#contract/quick-panel.ts'

/** What somebody does; it may be two of these, or none. */
export type Duty = 'sales' | 'manager' | 'support' | 'analyst' | 'finance'

/** Salespeople by their role, everybody else by what they may do. */
export function dutiesOf(access: Access): Duty[] {
  const { isSales, isRoot } = roleFlags(access.roles)
  if (isSales) return ['sales']
  if (!isRoot && holds(access, 'update transaction') && holds(access, 'get bank') && !holds(access, 'get crm')) return ['finance']
  if (isRoot || (holds(access, 'get sales-report') && holds(access, 'get transaction'))) return ['manager']
  const answers = holds(access, 'update crm') || holds(access, 'update assign-qna')
  return [...(answers ? ['support' as const] : []), ...(holds(access, 'create stock') ? ['analyst' as const] : [])]
}

export type CardQuery = Pick<ListQuery, 'filters' | 'sort'>
type Filters = Readonly<Record<string, string>>

export type ListCardName =
  | 'unanswered'
  | 'open-questions'
  | 'ratings'
  | 'near-levels'
  | 'crossed-levels'
  | 'own-questions'
  | 'scheduled-picks'
  | 'draft-picks'
  | 'draft-analyses'
  | 'rewards'
  | 'proofs'
  | 'unpaid-orders'
  | 'ending-memberships'
  | 'draft-posts'
  | 'scheduled-posts'
  | 'joined-members'
  | 'alerts'

/** The first records of a list, with their number. */
export interface ListCard {
  name: ListCardName
  icon: LucideIcon
  section: SectionName
  /** Whose dashboard has it. */
  duties: readonly Duty[]
  /** People without a duty have it, too. */
  alsoOthers?: true
  /** The list that it counts, for a person on a WIB day. */
  query: (me: string, today: string, duty: Duty | undefined) => CardQuery
  /** Path of the list's view. */
  at?: string
  /** The first of these fields that has a value is what a row is called. */
  titles: readonly [string, ...string[]]
  details: readonly string[]
  end?: string
  /** The field with a number that a row calls. */
  phone?: string
  /** Sections whose changes change its rows, beside its own. */
  follows?: readonly SectionName[]
  /** The record that a row opens, if not its own: a section and the field with its number. */
  opens?: { section: SectionName; by: string }
}

const by = (filters: Filters, field: string, direction: 'asc' | 'desc'): CardQuery => ({
  filters: Object.entries(filters).map(([name, value]) => ({ field: name, values: [value] })),
  sort: { field, direction },
})
const question = {
  section: 'tanya-saham',
  icon: MessageCircleQuestionMark,
  titles: ['member_name', 'member_phone'],
  details: ['kode_saham', 'last_message'],
} as const

export const listCards: readonly ListCard[] = [
  {
    name: 'unanswered',
    icon: MessagesSquare,
    section: 'chat-platform',
    duties: ['sales', 'manager', 'support'],
    query: (me, _, duty) => by({ unanswered: 'true', ...(duty === 'sales' && { assignee_sales: me }) }, 'last_message_at', 'asc'),
    titles: ['contact_name', 'customer_name', 'customer_phone', 'username'],
    details: ['last_message'],
    end: 'last_message_at',
    phone: 'customer_phone',
  },
  {
    ...question,
    name: 'open-questions',
    duties: ['support'],
    query: () => by({ status: 'open' }, 'waiting_since', 'asc'),
    end: 'waiting_since',
  },
  {
    ...question,
    name: 'ratings',
    icon: Star,
    duties: ['support'],
    query: (me) => by({ status: 'open,answered,ended', rating: '1..5', assigned_to: me }, 'rated_at', 'desc'),
    details: ['kode_saham', 'rated_at'],
    end: 'rating',
  },
  {
    name: 'near-levels',
    icon: Crosshair,
    section: 'recommendation',
    duties: ['analyst'],
    query: () => by({ near: 'true' }, 'published_on', 'desc'),
    titles: ['stock_code'],
    details: ['company_name'],
    end: 'current_price',
  },
  {
    name: 'crossed-levels',
    icon: ChartCandlestick,
    section: 'analysis',
    at: 'alert',
    duties: ['analyst'],
    query: () => by({ is_alerted: 'true' }, 'alert_fired_at', 'desc'),
    titles: ['title'],
    details: ['stock_code', 'alert_fired_on'],
    end: 'alert_price',
  },
  {
    ...question,
    name: 'own-questions',
    duties: ['analyst'],
    query: () => by({ status: 'open', own_stocks: 'true' }, 'waiting_since', 'asc'),
    end: 'waiting_since',
  },
  {
    name: 'scheduled-picks',
    icon: CalendarClock,
    section: 'recommendation',
    duties: ['analyst'],
    query: (_, today) => by({ status: 'publish', published_on: formatRange(addDays(today, 1), undefined) }, 'published_on', 'asc'),
    titles: ['stock_code'],
    details: ['kind', 'updated_by'],
    end: 'published_on',
  },
  {
    name: 'draft-picks',
    icon: PencilLine,
    section: 'recommendation',
    duties: ['analyst'],
    query: () => by({ status: 'draft' }, 'updated_at', 'desc'),
    titles: ['stock_code'],
    details: ['kind', 'updated_by'],
    end: 'updated_at',
  },
  {
    name: 'draft-analyses',
    icon: PencilLine,
    section: 'analysis',
    duties: ['analyst'],
    query: () => by({ state: 'draft' }, 'updated_at', 'desc'),
    titles: ['title'],
    details: ['stock_code', 'updated_by'],
    end: 'updated_at',
  },
  {
    name: 'proofs',
    icon: FileCheck,
    section: 'transaction',
    duties: ['finance', 'manager'],
    query: () => by({ payment_status: 'unpaid', has_proof: 'true' }, 'due_at', 'asc'),
    titles: ['member_name', 'order_number'],
    details: ['order_number', 'due_at'],
    end: 'total',
  },
  {
    name: 'unpaid-orders',
    icon: ReceiptText,
    section: 'transaction',
    duties: ['sales', 'manager', 'finance'],
    alsoOthers: true,
    query: () => unpaidOrders,
    titles: ['member_name', 'order_number'],
    details: ['order_number', 'due_at'],
    end: 'total',
    phone: 'member_phone',
  },
  {
    name: 'ending-memberships',
    icon: CalendarClock,
    section: 'member',
    duties: ['sales', 'manager'],
    alsoOthers: true,
    query: () => endingMemberships,
    titles: ['name'],
    details: [],
    phone: 'phone',
  },
  {
    name: 'rewards',
    icon: Trophy,
    section: 'reward',
    duties: ['sales'],
    query: (me) => by({ status: 'running', sales: me }, 'period', 'asc'),
    titles: ['name'],
    details: ['period'],
    follows: ['transaction', 'leads'],
  },
  {
    name: 'draft-posts',
    icon: PencilLine,
    section: 'post',
    duties: [],
    alsoOthers: true,
    query: () => by({ state: 'draft' }, 'updated_at', 'desc'),
    titles: ['title'],
    details: ['updated_by'],
    end: 'updated_at',
  },
  {
    name: 'scheduled-posts',
    icon: CalendarClock,
    section: 'post',
    duties: [],
    alsoOthers: true,
    query: () => by({ state: 'scheduled' }, 'published_at', 'asc'),
    titles: ['title'],
    details: ['updated_by'],
    end: 'published_at',
  },
  {
    name: 'joined-members',
    icon: UsersRound,
    section: 'member',
    duties: ['manager'],
    query: (_, today) => by({ joined_at: formatRange(`${today.slice(0, 7)}-01`, today) }, 'joined_at', 'desc'),
    titles: ['name'],
    details: ['sales_name'],
    end: 'joined_at',
  },
  {
    name: 'alerts',
    icon: BellRing,
    section: 'member-alert',
    duties: ['manager'],
    query: () => by({}, 'created_at', 'desc'),
    titles: ['member_name'],
    details: ['kind', 'created_at'],
    opens: { section: 'member', by: 'member_id' },
  },
]

/** The lists on a person's dashboard, in order. `sees`: whether a section is in their navigation. */
export function listCardsOf(own: readonly Duty[], sees: (section: SectionName) => boolean): ListCard[] {
  const isOf = ({ duties, alsoOthers }: ListCard) => (own.length ? duties.some((duty) => own.includes(duty)) : alsoOthers === true)
  return listCards.filter((card) => isOf(card) && sees(card.section))
}
