import type { ManifestOptions } from 'vite-plugin-pwa'

/** Web app manifest. Icons and screenshots are drawn by scripts/icons.mjs and stored in public/. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Lapangan',
  short_name: 'Lapangan',
  description: 'Leads, chats and back office, with or without a network',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#ffffff',
  lang: 'en',
  categories: ['business', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
  ],
  shortcuts: [
    { name: 'Leads', url: '/leads/list', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
    { name: 'Add lead', url: '/leads/add', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
    { name: 'Waiting changes', url: '/outbox', icons: [{ src: '/icons/icon-192.png', sizes: '192x192' }] },
  ],
  screenshots: [
    { src: '/screenshots/leads-phone.png', sizes: '780x1688', type: 'image/png', form_factor: 'narrow', label: 'Leads on a phone' },
    { src: '/screenshots/leads-laptop.png', sizes: '1440x900', type: 'image/png', form_factor: 'wide', label: 'Leads on a laptop' },
  ],
}
