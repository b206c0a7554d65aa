import { defaultProduct } from './choices/product.ts'

/** What the console learns from `/config.json` (network first, last copy kept). */
export interface ConsoleConfig {
  hosts: { main: string; backend: string; websocket: string; imageLoader: string }
  /** Names of hosts on which a console is in back-office mode (docs/product/access.md#back-office-mode). */
  backOfficeHosts: readonly string[]
  auth: boolean
  /** Slug before 'pedia' in `{product}pedia`. */
  product: string
  clientSecret: string
  /** Demo accounts may be used from where the console runs. */
  demo: boolean
  /** Bytes that one uploaded file may have. */
  uploadMaxBytes: number
  version: string
  /** Whether the API speaks the additions (docs/decisions/0009). Left out: the first answer, that of the login, tells. */
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
