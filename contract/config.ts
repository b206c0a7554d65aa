import { defaultProduct } from './choices/product.ts'

/** Contents of `/config.json` (network first, last copy kept). */
export interface ConsoleConfig {
  hosts: { main: string; backend: string; websocket: string; imageLoader: string }
  /** Names of hosts on which a console is in back-office mode (docs/product/access.md#back-office-mode). */
  backOfficeHosts: readonly string[]
  auth: boolean
  /** Slug before 'pedia' in `{product}pedia`. */
  product: string
  clientSecret: string
  /** Whether demo accounts may be used. */
  demo: boolean
  /** Maximum bytes of an uploaded file. */
  uploadMaxBytes: number
  /** Maximum bytes of a video, and whether the server can convert any; absent where the server does not say. */
  videoMaxBytes?: number
  videoConverter?: boolean
  version: string
  /** Who writes mails, for their previews (src/data/api/company.ts). */
  company?: { name: string; address: string }
  /** Whether the API has the additions (docs/decisions/0009). Absent: the login response tells. */
  additions?: boolean
}

export const defaultConfig: ConsoleConfig = {
  hosts: { main: '', backend: '', websocket: '', imageLoader: '' },
  backOfficeHosts: [],
  auth: true,
  product: defaultProduct,
  clientSecret: '',
  demo: false,
  uploadMaxBytes: 25_000_000,
  version: '',
}
