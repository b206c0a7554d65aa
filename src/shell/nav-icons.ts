/** The picture of each entry of the navigation, by its name in the icon library; the page holds them (vite.icons.ts). */
import type { NavItem } from '#contract/nav.ts'

export const navIcons = {
  dashboard: 'gauge',
  leads: 'badge-check',
  'chat-platform': 'messages-square',
  'for-you': 'sparkles',
  campaign: 'megaphone',
  user: 'users-round',
  role: 'shield-check',
  'security-log': 'scroll-text',
  bank: 'landmark',
  'whatsapp-number': 'smartphone',
  'auto-text': 'message-square-text',
  'tag-manager': 'tag',
} as const satisfies Record<NavItem['name'], string>
