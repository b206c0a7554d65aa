/** A bucket server in a folder, until it is killed; prints an address. */
import { startBucketServer } from './bucket-server.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('name a folder')
const server = await startBucketServer({ folder })
console.log(server.url())
