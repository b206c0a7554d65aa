/** `npm run upload:kills -- --bytes N --kills N`. Exits with 0 when the upload is whole and no kill cost more than a piece. */
import { parseArgs } from 'node:util'
import { runUploadKills } from './upload-kills.ts'

const { values } = parseArgs({ options: { bytes: { type: 'string', default: '2147483648' }, kills: { type: 'string', default: '10' } } })
const kills = Number(values.kills)
const { bytes, sent, repeated, complete, memory, seconds } = await runUploadKills(Number(values.bytes), kills)
const mb = (count: number) => `${Math.round(count / 1_000_000)} MB`
console.log(`${mb(bytes)} under ${kills} kills in ${Math.round(seconds)} s: ${mb(sent)} sent, ${repeated.toFixed(1)} pieces of 4 MB again`)
console.log(`memory of the API above idle: ${memory === null ? 'not known' : mb(memory)}`)
if (!complete) console.log('NOT WHOLE')
process.exit(complete && repeated <= kills ? 0 : 1)
