import { type ConsoleConfig, defaultConfig } from '#contract/config.ts'
import { isRecord } from '#contract/kit/field/guards.ts'

/** Reads `/config.json`; null when it is something else, such as a captive portal's page. */
export function toConfig(value: unknown): ConsoleConfig | null {
  if (!isRecord(value) || !isRecord(value.hosts)) return null
  const { hosts, uploadMaxBytes } = value
  const text = (of: Record<string, unknown>, key: string) => (typeof of[key] === 'string' ? of[key] : '')
  return {
    hosts: {
      main: text(hosts, 'main'),
      backend: text(hosts, 'backend'),
      websocket: text(hosts, 'websocket'),
      imageLoader: text(hosts, 'imageLoader'),
    },
    backOffice: value.backOffice === true,
    auth: value.auth !== false,
    product: text(value, 'product') || defaultConfig.product,
    clientSecret: text(value, 'clientSecret'),
    demo: value.demo === true,
    uploadMaxBytes: typeof uploadMaxBytes === 'number' ? uploadMaxBytes : defaultConfig.uploadMaxBytes,
    version: text(value, 'version'),
    ...(typeof value.additions === 'boolean' && { additions: value.additions }),
  }
}
