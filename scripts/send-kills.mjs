// npm run send:kills [-- --members N --kills N …]: newsletters by two processes under SIGKILL, on a throwaway cluster of the installed Postgres.
import { install } from './install.mjs'
import { runOnPostgres } from './postgres.mjs'

install()
runOnPostgres('tests/chaos/send-kills-main.ts', process.argv.slice(2), { safe: true })
