import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { DeviceScreen } from '#console/shell/device/device-screen.tsx'

export const Route = createFileRoute('/_console/device')({
  loader: () => loadMessages(['device', 'outbox', 'kit', 'memory', 'preferences']),
  component: DeviceScreen,
})
