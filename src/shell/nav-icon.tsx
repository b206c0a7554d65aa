import {
  BadgeCheck,
  Circle,
  Gauge,
  Landmark,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  MessagesSquare,
  ShieldCheck,
  Smartphone,
  Sparkles,
  Tag,
  UsersRound,
} from 'lucide-react'
import type { NavItem } from '#contract/nav.ts'

const icons: Readonly<Record<NavItem['name'], LucideIcon>> = {
  dashboard: Gauge,
  leads: BadgeCheck,
  'chat-platform': MessagesSquare,
  'for-you': Sparkles,
  campaign: Megaphone,
  user: UsersRound,
  role: ShieldCheck,
  bank: Landmark,
  'whatsapp-number': Smartphone,
  'auto-text': MessageSquareText,
  'tag-manager': Tag,
}

export function NavIcon({ name, className = 'size-4' }: { name: NavItem['name']; className?: string }) {
  const Icon = icons[name] ?? Circle
  return <Icon aria-hidden="true" className={`shrink-0 ${className}`} />
}
