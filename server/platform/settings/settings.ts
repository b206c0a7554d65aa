/** Settings from environment variables, with defaults for `npm start`; .env.example documents them. */

import { createPrivateKey } from 'node:crypto'
import * as v from 'valibot'
import { defaultVersion } from '#contract/chat/graph-versions.ts'
import { defaultProduct } from '#contract/choices/product.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { maxVideoBytes } from '#contract/kit/field/video.ts'
import { domainOf } from '#contract/lib/domain-of.ts'
import { trimEndOf } from '#contract/lib/trim-end.ts'
import { dayText } from '#contract/lib/wib.ts'
import { demoClientSecret } from '#contract/session.ts'
import { type BucketAddress, parseBucketAddress } from './bucket-address.ts'
import { readServiceAccount, type ServiceAccount } from './service-account.ts'

const flag = v.pipe(
  v.picklist(['true', 'false', '1', '0', 'on', 'off'], 'must be true or false'),
  v.transform((value) => ['true', '1', 'on'].includes(value)),
)
const host = v.pipe(
  v.string(),
  v.regex(/^(https?|wss?):\/\/[^\s/?#]\S*$/i, 'must be an address such as https://api.example.com'),
  v.transform((value) => trimEndOf(value, '/')),
)
const count = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  )

function isDay(text: unknown): boolean {
  const match = typeof text === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) : null
  return match !== null && dayText(Number(match[1]), Number(match[2]), Number(match[3])) !== null
}
/** Days, comma-separated. */
const days = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .split(',')
      .map((day) => day.trim())
      .filter((day) => day !== ''),
  ),
  v.array(v.custom<string>(isDay, 'must be days such as 2027-01-01, with commas between')),
)

/** Names of hosts with commas between, as a browser writes them. */
const hostNames = v.pipe(
  v.string(),
  v.transform((value) => value.split(',').map((name) => name.trim().toLowerCase())),
  v.array(
    v.pipe(
      v.string(),
      v.regex(/^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/, 'must be names of hosts such as office.example.com, with commas between'),
    ),
  ),
)

/** A PEM, as it is or with '\n' for line ends, as environments of one line have it. Null for another or a weak key. */
function readDkimKey(text: string): string | null {
  const pem = text.replaceAll('\\n', '\n')
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048 ? pem : null
  } catch {
    return null
  }
}

const longSecret = (min: number) => v.pipe(v.string(), v.minLength(min, `must have at least ${min} characters`))

const environment = v.object({
  NODE_ENV: v.optional(v.picklist(['development', 'production', 'test'], 'must be development, production or test'), 'development'),
  PORT: v.optional(count(0, 65_535), '4000'),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\/\S+$/, 'must be an address such as postgres://user:password@host:5432/name')),
  ),
  /** Read where it is needed (server/db/flush.ts), as commands without settings flush, too. */
  FSYNC: v.optional(flag, 'true'),
  FILES_URL: v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const address = parseBucketAddress(dataset.value)
        if (address) return address
        addIssue({ message: 'must be an address such as s3://key:secret@s3.example.com/bucket?region=eu-west-1, with encoded signs' })
        return NEVER
      }),
    ),
  ),
  MAIN_API_URL: v.optional(host),
  BACKEND_API_URL: v.optional(host),
  WEBSOCKET_URL: v.optional(host),
  IMAGE_LOADER_URL: v.optional(host),
  BACK_OFFICE_HOSTS: v.optional(hostNames),
  AUTH_ENABLED: v.optional(flag, 'true'),
  PRODUCT: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lowercase letters, digits and hyphens')),
    defaultProduct,
  ),
  CLIENT_SECRET: v.optional(v.pipe(v.string(), v.minLength(8, 'must have at least 8 characters'))),
  COMPANY_NAME: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(120)), 'Lapangan'),
  COMPANY_ADDRESS: v.optional(v.pipe(v.string(), v.maxLength(300)), ''),
  DEMO: v.optional(flag),
  DEMO_LEADS: v.optional(count(0, 1_000_000), '3000'),
  DEMO_ROOMS: v.optional(count(0, 10_000), '140'),
  LOG_LEVEL: v.optional(
    v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be fatal, error, warn, info, debug, trace or silent'),
    'info',
  ),
  MAIL_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\/\S+$/, 'must be an address such as smtp://user:password@host:587'))),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.regex(/@/, 'must be a mail address')), 'Lapangan <no-reply@lapangan.test>'),
  MAIL_PER_MINUTE: v.optional(count(1, 1_000_000), '600'),
  MAIL_EVENTS_SECRET: v.optional(longSecret(20)),
  DKIM_DOMAIN: v.optional(
    v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain such as example.com')),
  ),
  DKIM_SELECTOR: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i, 'must be a name such as lapangan2026'))),
  DKIM_PRIVATE_KEY: v.optional(v.pipe(v.string(), v.transform(readDkimKey), v.string('must be an RSA key of at least 2048 bits in PEM'))),
  PUBLIC_URL: v.optional(host),
  CONSOLE_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((value) => value.split(',').map((origin) => origin.trim())),
      v.array(
        v.pipe(v.string(), v.regex(/^https?:\/\/[^\s/]+$/, 'must be addresses such as https://console.example.com, with commas between')),
      ),
    ),
  ),
  TRUST_PROXY: v.optional(flag, 'false'),
  ROOT_EMAIL: v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email('must be a mail address'))),
  UPLOAD_MAX_BYTES: v.optional(count(100_000, 200_000_000), '25000000'),
  VIDEO_MAX_BYTES: v.optional(count(100_000, maxVideoBytes), String(maxVideoBytes)),
  VIDEO_MAX_SECONDS: v.optional(count(10, 86_400), '14400'),
  FFMPEG_PATH: v.optional(v.string()),
  STAGED_MAX_BYTES: v.optional(count(1_000_000, 100_000_000_000), String(2 * maxVideoBytes)),
  API_TOKEN: v.optional(longSecret(20)),
  SECRET_KEY: v.optional(longSecret(32)),
  IMAGE_CACHE_BYTES: v.optional(count(1_000_000, 100_000_000_000), '200000000'),
  SECURITY_LOG_DAYS: v.optional(count(1, 3_650), '180'),
  AUDIT_DAYS: v.optional(count(1, 36_500), '1095'),
  METRICS_TOKEN: v.optional(longSecret(20)),
  DOCS_TOKEN: v.optional(longSecret(20)),
  DEMO_PUBLIC: v.optional(flag, 'false'),
  SIGN_IN_ATTEMPTS: v.optional(count(1, 100_000), '10'),
  SESSION_HOURS: v.optional(count(1, 8_760), '720'),
  SESSION_IDLE_HOURS: v.optional(count(1, 8_760), '168'),
  CHAT_CLOUD_URL: v.optional(host, `https://graph.facebook.com/${defaultVersion}`),
  CHAT_VERIFY_TOKEN: v.optional(longSecret(20)),
  CHAT_IDLE_MINUTES: v.optional(count(1, 1_440), '30'),
  PRICE_FEED_URL: v.optional(
    v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/, 'must be an address such as https://prices.example.com/today.csv')),
  ),
  EXCHANGE_CLOSED_ON: v.optional(days),
  EXCHANGE_OPEN_ON: v.optional(days),
  LLM_URL: v.optional(host),
  LLM_KEY: v.optional(v.string()),
  LLM_MODEL: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(120))),
  FCM_SERVICE_ACCOUNT_KEY: v.optional(v.string()),
  PUSH_PER_MINUTE: v.optional(count(1, 600_000), '6000'),
  PUSH_PRIVATE: v.optional(v.picklist(['allow', 'refuse'], 'must be allow or refuse'), 'refuse'),
})

/** What mails are signed with (docs/product/deliverability.md#dkim). */
export interface DkimKey {
  domainName: string
  keySelector: string
  privateKey: string
}

export interface Settings {
  production: boolean
  port: number
  dataDir: string
  databaseUrl: string | null
  /** Bucket of all files; null: the data folder. */
  filesBucket: BucketAddress | null
  /** Empty: the same origin. */
  hosts: { main: string; backend: string; websocket: string; imageLoader: string }
  /** Names of hosts on which the console is in back-office mode. */
  backOfficeHosts: string[]
  auth: boolean
  product: string
  clientSecret: string
  /** Head of receipts and mails. */
  company: { name: string; address: string }
  demo: boolean
  demoLeads: number
  demoRooms: number
  logLevel: string
  /** SMTP address; null writes mails to the data folder. */
  mailUrl: string | null
  mailFrom: string
  /** Mails of all processes in a minute. */
  mailPerMinute: number
  /** Key of the signatures of mail events; null refuses such calls. */
  mailEventsSecret: string | null
  /** Signs mails; null: the SMTP server does, or nobody. */
  dkim: DkimKey | null
  publicUrl: string
  /** Other origins whose consoles may call this API. */
  origins: string[]
  /** Takes the client's address from X-Forwarded-For. */
  trustProxy: boolean
  /** First user of a database without users. */
  rootEmail: string | null
  /** Maximum bytes of a file. */
  uploadMaxBytes: number
  /** Maximum bytes of a video, sent in pieces. */
  videoMaxBytes: number
  /** Maximum seconds of a video. */
  videoMaxSeconds: number
  /** Program that converts videos; null searches PATH and the optional package, 'off' has none. */
  ffmpegPath: string | null
  /** Maximum bytes staged per person. */
  stagedMaxBytes: number
  /** Lets a deployment report errors without session; null for none. */
  apiToken: string | null
  /** Encrypts stored credentials; null for the key in the data folder. */
  secretKey: string | null
  /** Maximum bytes of the image loader's cache. */
  imageCacheBytes: number
  /** Days of the security log. */
  securityLogDays: number
  /** Days of records' histories. */
  auditDays: number
  /** Token for `/metrics`, `/docs` and `/openapi.json`; null: open to all outside production, else closed. */
  metricsToken: string | null
  docsToken: string | null
  /** Allows demo accounts and simulator from other machines. */
  demoPublic: boolean
  /** Failed sign-ins per name and place within 15 minutes. */
  signInAttempts: number
  /** Hours until a session ends, absolutely and unused. */
  sessionHours: number
  sessionIdleHours: number
  /** Address of the WhatsApp Cloud API, with version. */
  chatCloudUrl: string
  /** Verify token of the Cloud API's webhook; null refuses such calls. */
  chatVerifyToken: string | null
  /** Minutes without an answer until a customer is idle. */
  chatIdleMinutes: number
  /** Address of daily prices; null if they come as files only. */
  priceFeedUrl: string | null
  /** Days 'YYYY-MM-DD' of further exchange holidays, and of known ones on which it is open. */
  exchangeClosedOn: string[]
  exchangeOpenOn: string[]
  /** A language model with an OpenAI-compatible address, including its version ('/v1'); null: the bot quotes its sources. */
  llm: { url: string; key: string | null; name: string } | null
  /** Key of a Google service account, for pushes to members' phones; null: to the app's inbox alone. */
  fcm: ServiceAccount | null
  /** Pushes to members' phones per minute, of all processes. */
  pushPerMinute: number
  /** Allows pushes to internal addresses, for a test's push service. Never in production. */
  pushPrivate: boolean
}

/** An invalid value, as one line for the operator. */
export class SettingsError extends Error {}

/** All three settings, or none; the domain of MAIL_FROM by default. */
function readDkim({
  DKIM_PRIVATE_KEY: key,
  DKIM_SELECTOR: selector,
  DKIM_DOMAIN,
  MAIL_FROM,
}: v.InferOutput<typeof environment>): DkimKey | null {
  if (key === undefined && selector === undefined) return null
  if (key === undefined || selector === undefined) throw new SettingsError('DKIM_PRIVATE_KEY and DKIM_SELECTOR go together')
  return { domainName: DKIM_DOMAIN ?? domainOf(MAIL_FROM), keySelector: selector, privateKey: key }
}

/** Reads the settings; empty values are absent ones. Throws SettingsError. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, setting]) => setting !== undefined && setting !== ''))
  const parsed = v.safeParse(environment, given)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const name = (v.getDotPath(issue) ?? 'environment').split('.')[0] ?? ''
    const shown = /TOKEN|SECRET|KEY|FILES_URL/.test(name) ? '' : ` (it is '${toText(given[name])}')`
    throw new SettingsError(`${name} ${issue.message}${shown}`)
  }
  const value = parsed.output
  const production = value.NODE_ENV === 'production'
  if (production && !value.CLIENT_SECRET) throw new SettingsError('CLIENT_SECRET must be set when NODE_ENV is production')
  if (production && value.DEMO) throw new SettingsError('DEMO must not be true when NODE_ENV is production')
  if (production && !value.FSYNC) throw new SettingsError('FSYNC must not be false when NODE_ENV is production')
  if (production && value.PUSH_PRIVATE === 'allow') throw new SettingsError('PUSH_PRIVATE must not be allow when NODE_ENV is production')
  if ((value.LLM_URL === undefined) !== (value.LLM_MODEL === undefined)) throw new SettingsError('LLM_URL and LLM_MODEL go together')
  const fcm = value.FCM_SERVICE_ACCOUNT_KEY ? readServiceAccount(value.FCM_SERVICE_ACCOUNT_KEY) : null
  if (value.FCM_SERVICE_ACCOUNT_KEY && !fcm)
    throw new SettingsError('FCM_SERVICE_ACCOUNT_KEY must be the JSON of the key of a Google service account, or the path of its file')
  return {
    production,
    port: value.PORT,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL ?? null,
    filesBucket: value.FILES_URL ?? null,
    hosts: {
      main: value.MAIN_API_URL ?? '',
      backend: value.BACKEND_API_URL ?? '',
      websocket: value.WEBSOCKET_URL ?? '',
      imageLoader: value.IMAGE_LOADER_URL ?? '',
    },
    backOfficeHosts: value.BACK_OFFICE_HOSTS ?? [],
    auth: value.AUTH_ENABLED,
    product: value.PRODUCT,
    clientSecret: value.CLIENT_SECRET ?? demoClientSecret,
    company: { name: value.COMPANY_NAME, address: value.COMPANY_ADDRESS },
    demo: value.DEMO ?? !production,
    demoLeads: value.DEMO_LEADS,
    demoRooms: value.DEMO_ROOMS,
    logLevel: value.LOG_LEVEL,
    mailUrl: value.MAIL_URL ?? null,
    mailFrom: value.MAIL_FROM,
    mailPerMinute: value.MAIL_PER_MINUTE,
    mailEventsSecret: value.MAIL_EVENTS_SECRET ?? null,
    dkim: readDkim(value),
    publicUrl: value.PUBLIC_URL ?? `http://localhost:${value.PORT}`,
    origins: value.CONSOLE_ORIGINS ?? [],
    trustProxy: value.TRUST_PROXY,
    rootEmail: value.ROOT_EMAIL ?? null,
    uploadMaxBytes: value.UPLOAD_MAX_BYTES,
    videoMaxBytes: value.VIDEO_MAX_BYTES,
    videoMaxSeconds: value.VIDEO_MAX_SECONDS,
    ffmpegPath: value.FFMPEG_PATH ?? null,
    stagedMaxBytes: Math.max(value.STAGED_MAX_BYTES, 2 * value.UPLOAD_MAX_BYTES),
    apiToken: value.API_TOKEN ?? null,
    secretKey: value.SECRET_KEY ?? null,
    imageCacheBytes: value.IMAGE_CACHE_BYTES,
    securityLogDays: value.SECURITY_LOG_DAYS,
    auditDays: value.AUDIT_DAYS,
    metricsToken: value.METRICS_TOKEN ?? null,
    docsToken: value.DOCS_TOKEN ?? null,
    demoPublic: value.DEMO_PUBLIC,
    signInAttempts: value.SIGN_IN_ATTEMPTS,
    sessionHours: value.SESSION_HOURS,
    sessionIdleHours: Math.min(value.SESSION_IDLE_HOURS, value.SESSION_HOURS),
    chatCloudUrl: value.CHAT_CLOUD_URL,
    chatVerifyToken: value.CHAT_VERIFY_TOKEN ?? null,
    chatIdleMinutes: value.CHAT_IDLE_MINUTES,
    priceFeedUrl: value.PRICE_FEED_URL ?? null,
    exchangeClosedOn: value.EXCHANGE_CLOSED_ON ?? [],
    exchangeOpenOn: value.EXCHANGE_OPEN_ON ?? [],
    llm: value.LLM_URL && value.LLM_MODEL ? { url: value.LLM_URL, key: value.LLM_KEY ?? null, name: value.LLM_MODEL } : null,
    fcm,
    pushPerMinute: value.PUSH_PER_MINUTE,
    pushPrivate: value.PUSH_PRIVATE === 'allow',
  }
}
