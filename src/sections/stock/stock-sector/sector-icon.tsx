import {
  Building2,
  Cpu,
  Factory,
  Fuel,
  Gem,
  HeartPulse,
  Landmark,
  Leaf,
  type LucideIcon,
  RadioTower,
  ShoppingBag,
  ShoppingBasket,
  Truck,
} from 'lucide-react'
import type { sectorIcons } from '#contract/sections/stock/stock-sector.ts'

const icons: Readonly<Record<(typeof sectorIcons)[number], LucideIcon>> = {
  energy: Fuel,
  materials: Gem,
  industry: Factory,
  staples: ShoppingBasket,
  shopping: ShoppingBag,
  health: HeartPulse,
  finance: Landmark,
  property: Building2,
  technology: Cpu,
  infrastructure: RadioTower,
  transport: Truck,
  agriculture: Leaf,
}

const isIcon = (name: unknown): name is keyof typeof icons => typeof name === 'string' && Object.hasOwn(icons, name)

/** Icon of a sector; with a label where no text is beside it. */
export function SectorIcon({ name, label = '' }: { name: unknown; label?: string }) {
  if (!isIcon(name)) return <span className="text-muted-foreground">–</span>
  const Icon = icons[name]
  return <Icon className="size-4.5" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })} />
}
