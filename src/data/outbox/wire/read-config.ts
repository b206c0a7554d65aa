import { type ConsoleConfig, defaultConfig } from '#contract/config.ts'
import { isRecord } from '#contract/kit/field/guards.ts'

declare const __BACK_OFFICE__: boolean

/** What the console knows of its installation, and the mode that it is in. */
export interface KnownConfig extends ConsoleConfig {
  backOffice: boolean
}

/** By how it was built, or else by the name of the host that it runs on (docs/product/access.md#back-office-mode). */
const isBackOffice = (hosts: readonly string[]) =>
  (typeof __BACK_OFFICE__ === 'boolean' && __BACK_OFFICE__) || hosts.includes(globalThis.location?.hostname)

export const unknownConfig: KnownConfig = { ...defaultConfig, backOffice: isBackOffice([]) }

/** Reads `/config.json`; null when it is something else, such as a captive portal's page. */
export function toConfig(value: unknown): KnownConfig | null {
  if (!isRecord(value) || !isRecord(value.hosts)) return null
  const { hosts, uploadMaxBytes, videoMaxBytes, videoConverter } = value
  const backOfficeHosts = Array.isArray(value.backOfficeHosts) ? value.backOfficeHosts.map(String) : []
  const text = (of: Record<string, unknown>, key: string) => (typeof of[key] === 'string' ? of[key] : '')
  return {
    hosts: {
      main: text(hosts, 'main'),
      backend: text(hosts, 'backend'),
      websocket: text(hosts, 'websocket'),
      imageLoader: text(hosts, 'imageLoader'),
    },
    backOfficeHosts,
    backOffice: isBackOffice(backOfficeHosts),
    auth: value.auth !== false,
    product: text(value, 'product') || defaultConfig.product,
    clientSecret: text(value, 'clientSecret'),
    demo: value.demo === true,
    uploadMaxBytes: typeof uploadMaxBytes === 'number' ? uploadMaxBytes : defaultConfig.uploadMaxBytes,
    ...(typeof videoMaxBytes === 'number' && { videoMaxBytes }),
    ...(typeof videoConverter === 'boolean' && { videoConverter }),
    version: text(value, 'version'),
    ...(typeof value.additions === 'boolean' && { additions: value.additions }),
  }
}
