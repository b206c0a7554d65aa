// npm run release:check: before a release, whether a package that is shipped has a known vulnerability.
// Exits with 0 for none, 1 for findings, 2 where the registry could not be asked: that is no answer, and no release.
import { spawnSync } from 'node:child_process'
import { readAudit } from './audit-report.mjs'
import { install, root } from './install.mjs'

install()
const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64_000_000,
  shell: process.platform === 'win32',
})
const report = error ? { is: 'unanswered', why: error.message } : readAudit(stdout)
if (report.is === 'unanswered') {
  console.error(`The registry could not be asked for known vulnerabilities: ${report.why}`)
  console.error('This says nothing about the packages. Try again where the registry is reached.')
  process.exit(2)
}
for (const { name, severity, range, titles, isFixable } of report.findings) {
  console.log(`${severity}: ${name} ${range}${isFixable ? ', a version without it exists' : ''}`)
  for (const title of titles) console.log(`  ${title}`)
}
console.log(
  report.is === 'clean' ? 'No known vulnerability in what is shipped.' : `${report.findings.length} packages have a known vulnerability.`,
)
process.exit(report.is === 'clean' ? 0 : 1)
