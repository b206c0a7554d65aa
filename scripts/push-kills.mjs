// npm run push:kills -- --pushes N --kills N: one push by two processes of the built API on a throwaway Postgres, under kills of both.
import { install } from './install.mjs'
import { runOnPostgres } from './postgres.mjs'

install()
const { build } = await import('./build.mjs')
build()
runOnPostgres('tests/chaos/push-kills-main.ts', process.argv.slice(2), { safe: false })
