// What `npm audit --json` wrote, read: findings, or why the registry could not be asked.

const worst = ['critical', 'high', 'moderate', 'low', 'info']

export function readAudit(text) {
  let report
  try {
    report = JSON.parse(text)
  } catch {
    return { is: 'unanswered', why: text.trim().split('\n')[0]?.slice(0, 300) || 'npm wrote nothing' }
  }
  // A registry that was not reached, or knows no advisories, is answered for by an error: never by 'no findings'.
  if (typeof report?.auditReportVersion !== 'number' || typeof report.vulnerabilities !== 'object')
    return { is: 'unanswered', why: report?.message || report?.error?.summary || 'the report has no list of findings' }
  const findings = Object.values(report.vulnerabilities)
    .toSorted((a, b) => worst.indexOf(a.severity) - worst.indexOf(b.severity))
    .map(({ name, severity, range, via, fixAvailable }) => {
      const titles = via.flatMap((each) => (typeof each === 'string' ? [] : [`${each.title} (${each.url})`]))
      return { name, severity, range, titles, isFixable: fixAvailable !== false }
    })
  return { is: findings.length ? 'findings' : 'clean', findings }
}
