/**
 * A client as somebody else would write it: its types are made by openapi-typescript of the document (openapi.test.ts), and it
 * knows nothing else of this repository.
 */
import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

const [baseUrl = '', username = '', password = '', client = '', client_secret = ''] = process.argv.slice(2)
const api = createClient<paths>({ baseUrl })
const banks = '/transaction/in/v1/banks'

const signedIn = await api.POST('/admin/public/v1/login', { body: { username, password, client_id: Number(client), client_secret } })
if (!signedIn.data) throw new Error(`${signedIn.error.code}: ${signedIn.error.message}`)
const { token, user } = signedIn.data

const guest = await api.GET(banks)

api.use({
  onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${token}`)
    return request
  },
})

const before = await api.GET(banks, { params: { query: { page: 1, size: 5, sort: 'bank_name asc' } } })
if (!before.data) throw new Error(before.error.message)
const names: string[] = before.data.data.map((row) => row.bank_name)

const account = { bank_name: 'Bank Klien', account_number: '9988776655', account_holder: 'PT Klien', bank_branch: 'Jakarta' }
const made = await api.POST(banks, { body: { ...account, is_active: true } })
if (!made.data) throw new Error(made.error.message)
const { id, ref, version } = made.data.data

// @ts-expect-error a required value is missing
const refused = await api.POST(banks, { body: { bank_name: 'Bank Klien' } })
// @ts-expect-error the document has no such path
await api.GET('/transaction/in/v1/bank')
// @ts-expect-error a row has no such field
const nothing: undefined = made.data.data.no_such_field

const one = await api.GET(`${banks}/{id}`, { params: { path: { id: ref ?? '' } } })
const removed = await api.DELETE(banks, { body: { ids: [id] } })
const gone = await api.GET(`${banks}/{id}`, { params: { path: { id: String(id) } } })

console.log(
  JSON.stringify({
    user,
    guest: [guest.response.status, guest.error?.code],
    listed: [before.data.total_record ?? 0, names.length],
    made: [made.response.status, version, one.data?.data.account_number],
    refused: [refused.response.status, refused.error?.code, Object.keys(refused.error?.fields ?? {}), nothing],
    removed: [removed.response.status, removed.data?.success_entities.map((entry) => entry.id === id)],
    gone: [gone.response.status, gone.error?.code],
  }),
)
