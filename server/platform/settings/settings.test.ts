import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

it('settings have defaults, and an empty value is absent', () => {
  const settings = readSettings({})
  expect(settings).toMatchObject({ port: 4000, dataDir: './data', databaseUrl: null, product: 'emt', auth: true, backOfficeHosts: [] })
  expect(settings).toMatchObject({ clientSecret: 'lapangan-demo-client', demo: true, publicUrl: 'http://localhost:4000' })
  expect(readSettings({ PORT: '', PRODUCT: '', DEMO: '' })).toEqual(settings)
})

it('settings are read from the environment', () => {
  const set = readSettings({
    PORT: '4110',
    AUTH_ENABLED: 'false',
    MAIN_API_URL: 'https://api.example.com/',
    DATABASE_URL: 'postgres://a:b@c/d',
  })
  expect(set).toMatchObject({ port: 4110, auth: false, databaseUrl: 'postgres://a:b@c/d', publicUrl: 'http://localhost:4110' })
  expect(set.hosts.main).toBe('https://api.example.com')
  expect(readSettings({ EXCHANGE_CLOSED_ON: '2027-01-01, 2027-02-08,' })).toMatchObject({
    ...{ exchangeClosedOn: ['2027-01-01', '2027-02-08'], exchangeOpenOn: [] },
  })
  expect(readSettings({ SESSION_HOURS: '12' })).toMatchObject({ sessionHours: 12, sessionIdleHours: 12 })
})

it.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://x'],
  ['MAIN_API_URL', 'api.example.com'],
  ['BACK_OFFICE_HOSTS', 'https://office.example.com'],
  ['PRODUCT', 'Saham!'],
  ['DEMO_LEADS', '-1'],
  ['SESSION_HOURS', '0'],
  ['SESSION_IDLE_HOURS', '9000'],
  ['LOG_LEVEL', 'loud'],
  ['NODE_ENV', 'staging'],
  ['MAIL_URL', 'mail.example.com'],
  ['ROOT_EMAIL', 'root'],
  ['CONSOLE_ORIGINS', 'https://a.example.com,b'],
  ['CHAT_CLOUD_URL', 'graph.facebook.com'],
  ['PUSH_PRIVATE', 'maybe'],
  ['EXCHANGE_CLOSED_ON', '2027-01-01,2027-02-30'],
  ['EXCHANGE_OPEN_ON', '1 Januari 2027'],
])('says in one line what is wrong with %s=%s', (name, value) => {
  const wrong = () => readSettings({ [name]: value })
  expect(wrong).toThrow(SettingsError)
  expect(wrong).toThrow(new RegExp(`^${name} must be [^\\n]+ \\(it is '${value}'\\)$`))
})

it('says what is wrong with the address of a bucket without its secret', () => {
  const wrong = () => readSettings({ FILES_URL: 's3://key:hidden@host' })
  expect(wrong).toThrow(/^FILES_URL must be an address such as s3:/)
  expect(wrong).not.toThrow(/hidden/)
  const { filesBucket } = readSettings({ FILES_URL: 's3+http://key:hidden@minio:9000/lapangan' })
  expect(filesBucket).toMatchObject({ url: 'http://minio:9000/lapangan', region: 'us-east-1' })
})

it('production has no demo', () => {
  const production = { NODE_ENV: 'production', CLIENT_SECRET: 'a secret of its own' }
  expect(readSettings(production)).toMatchObject({ demo: false, production: true })
  expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(/^CLIENT_SECRET/)
  expect(() => readSettings({ ...production, DEMO: 'true' })).toThrow(/^DEMO/)
  expect(() => readSettings({ ...production, PUSH_PRIVATE: 'allow' })).toThrow(/^PUSH_PRIVATE/)
  expect(() => readSettings({ ...production, FSYNC: 'false' })).toThrow(/^FSYNC/)
})

it('.env.example explains every variable', () => {
  const explained = [...readFileSync('.env.example', 'utf8').matchAll(/^# ?([A-Z_]+)=/gm)].map((match) => match[1])
  const known = [...readFileSync('server/platform/settings/settings.ts', 'utf8').matchAll(/^ {2}([A-Z_]+): v\./gm)].map((match) => match[1])
  expect(explained.sort()).toEqual(known.sort())
})
