import { expect, it } from 'vitest'
import { readAudit } from '../../scripts/audit-report.mjs'

const found = {
  auditReportVersion: 2,
  vulnerabilities: {
    dayjs: { name: 'dayjs', severity: 'low', range: '<1', via: ['launder'], fixAvailable: false },
    'sanitize-html': {
      name: 'sanitize-html',
      severity: 'high',
      range: '<2.17.5',
      via: [{ title: 'XSS by a scheme', url: 'https://example.com/a' }],
      fixAvailable: true,
    },
  },
}

it('a report of findings names them, the worst first', () => {
  expect(readAudit(JSON.stringify(found))).toEqual({
    is: 'findings',
    findings: [
      { name: 'sanitize-html', severity: 'high', range: '<2.17.5', titles: ['XSS by a scheme (https://example.com/a)'], isFixable: true },
      { name: 'dayjs', severity: 'low', range: '<1', titles: [], isFixable: false },
    ],
  })
  expect(readAudit(JSON.stringify({ ...found, vulnerabilities: {} }))).toEqual({ is: 'clean', findings: [] })
})

it.each([
  [
    'a refusal of the registry',
    JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405, error: { summary: '' } }),
    '405 Method Not Allowed',
  ],
  ['no network', JSON.stringify({ message: '', error: { code: 'ENOTFOUND', summary: 'getaddrinfo ENOTFOUND' } }), 'getaddrinfo ENOTFOUND'],
  ['a report without its list', '{"auditReportVersion":2}', 'the report has no list of findings'],
  ['null', 'null', 'the report has no list of findings'],
  ['a page of a proxy', '<html>\nSign in</html>', '<html>'],
  ['nothing', '', 'npm wrote nothing'],
])('%s is no answer, and never says that there is nothing', (_, text, why) => {
  expect(readAudit(text)).toEqual({ is: 'unanswered', why })
})
