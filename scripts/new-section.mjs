// Writes a plain section: its definition, its table and API, its words, one line in both registries, and the migration.
//   npm run new:section -- cashback --group promotion --resource promotion --path /promotion/in/v1/cashback --icon coins \
//     'name:text!' 'kind:choice=FIXED|PERCENT' 'campaign_id:reference=campaign' 'papers:files' 'steps:rows=title:text!,amount:money'
// --print writes nothing and gives the files as JSON.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './install.mjs'

const stored = { text: 'json<StoredFile>()', from: 'json', stored: true }
const list = (type) => ({ text: `json<${type}>()`, from: 'json', empty: '.default([])' })
const number = { text: 'doublePrecision()', from: 'doublePrecision', core: true }
const columns = {
  ...{ number, percent: number },
  money: { text: 'bigint()', from: 'bigint' },
  reference: { text: 'bigint()', from: 'bigint' },
  references: list('number[]'),
  date: { text: "date({ mode: 'string' })", from: 'date', core: true },
  dateTime: { text: 'moment()', from: 'moment' },
  flag: { text: 'boolean()', from: 'boolean', core: true },
  ...{ tags: list('string[]'), choices: list('string[]'), rows: list('Record<string, unknown>[]') },
  object: { text: 'json<Record<string, unknown>>()', from: 'json' },
  ...{ image: stored, file: stored, video: stored },
  files: { ...list('StoredFile[]'), stored: true },
}
const textual = ['text', 'textarea', 'richText', 'slug', 'url', 'email', 'phone', 'digits', 'colour', 'month', 'choice']
const kinds = [...textual, ...Object.keys(columns)]
const columnOf = ({ kind }) => columns[kind] ?? { text: 'text()', from: 'text' }
const ofFiles = ['image', 'file', 'video', 'files']
const unlisted = [...ofFiles, 'richText', 'textarea', 'object', 'rows', 'references', 'tags']
const wants = { choice: 'values, such as =A|B', choices: 'values, such as =A|B', reference: 'a section, such as =campaign' }
Object.assign(wants, { references: wants.reference, rows: 'fields, such as =title:text,amount:money' })
wants.object = wants.rows

function refuse(problem) {
  console.error(`new:section: ${problem}`)
  process.exit(1)
}

function readField(text) {
  const [, name, kind = 'text', early, of, late] = /^([a-z][a-z0-9_]*)(?::([a-zA-Z]+)(!)?(?:=([^=]+?)(!)?)?)?$/.exec(text) ?? []
  if (!name || !kinds.includes(kind)) refuse(`'${text}' is not field:kind; kinds are ${kinds.join(', ')}`)
  if ((wants[kind] === undefined) !== (of === undefined)) refuse(`'${text}': ${wants[kind] ? `name its ${wants[kind]}` : 'it takes no ='}`)
  const nested = kind === 'rows' || kind === 'object' ? `${of}${late ?? ''}`.split(',').map(readField) : []
  return { name, kind, of, nested, required: early !== undefined || (late !== undefined && !nested.length) }
}

function readArguments([name, ...rest]) {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name ?? '')) refuse('name it in lowercase words with hyphens, such as short-link')
  const options = { resource: name, path: `/console/in/v1/${name}`, group: 'other', icon: 'circle', print: false }
  const fields = []
  for (let i = 0; i < rest.length; i++) {
    const [, option] = /^--(resource|path|group|icon)$/.exec(rest[i]) ?? []
    if (rest[i] === '--print') options.print = true
    else if (option) options[option] = rest[++i]
    else fields.push(readField(rest[i]))
  }
  if (!fields.length) fields.push(readField('name:text!'))
  return { name, camel: name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()), fields, ...options }
}

const sorted = (names) => [...new Set(names)].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).join(', ')
const quoted = (names) => names.map((name) => `'${name}'`).join(', ')
const deep = (fields) => fields.flatMap((field) => [field, ...deep(field.nested)])

function written({ kind, of, nested, required }) {
  const options = [required && 'required: true', kind.startsWith('reference') && `to: '${of}'`].filter(Boolean).join(', ')
  const values = kind.startsWith('choice') && `[${quoted(of.split('|'))}]`
  const inner = nested.length > 0 && `{ ${nested.map((field) => `${field.name}: ${written(field)}`).join(', ')} }`
  return `${kind}(${[values, inner, options && `{ ${options} }`].filter(Boolean).join(', ')})`
}

function contractFile({ name, camel, group, icon, path, resource, fields }) {
  const shown = fields.filter(({ kind }) => !unlisted.includes(kind)).map((field) => field.name)
  const filters = fields.filter(({ kind }) => ['flag', 'choice', 'choices', 'reference'].includes(kind)).map((field) => field.name)
  const [title] = fields
  return `import { ${sorted(deep(fields).map(({ kind }) => kind))} } from '../../kit/field.ts'
import { section } from '../../kit/section.ts'

export const ${camel} = section('${name}', {
  path: '${path}',
  nav: { group: '${group}', icon: '${icon}' },
  permission: '${resource}',
  title: '${title.name}',${deep(fields).some(({ kind }) => ofFiles.includes(kind)) ? "\n  encoding: 'multipart'," : ''}
  fields: {
${fields.map((field) => `    ${field.name}: ${written(field)},`).join('\n')}
  },
  list: {
    columns: [${quoted([...shown, 'updated_at', '-updated_by'])}],
    search: ['${title.name}'],
    filters: [${quoted(filters)}],
    sort: 'created_at desc',
  },
})
`
}

function tableFile({ name, camel, fields }) {
  const used = fields.map(columnOf)
  const own = sorted(used.flatMap((each) => (each.core ? [] : [each.from])))
  const lines = fields.map((field) => {
    const { text, empty } = columnOf(field)
    return `    ${field.name}: ${text}${field.required || empty ? '.notNull()' : ''}${empty ?? ''},`
  })
  return `import { ${sorted(['index', 'pgTable', ...used.flatMap((each) => (each.core ? [each.from] : []))])} } from 'drizzle-orm/pg-core'
${used.some((each) => each.stored) ? "import type { StoredFile } from '#contract/kit/field/field.ts'\n" : ''}${own ? `import { ${own} } from './columns.ts'\n` : ''}import { record } from './record.ts'

export const ${camel}Table = pgTable(
  '${name.replaceAll('-', '_')}',
  {
    ...record,
${lines.join('\n')}
  },
  (table) => [index().on(table.created_at, table.id)],
)
`
}

/** English in all four languages: what is the same as the English is still to be translated. */
function wordsFile({ name, fields }) {
  const sentence = (text) => text.replace(/[-_]/g, ' ').replace(/^./, (letter) => letter.toUpperCase())
  const ofField = (field, prefix) => [
    [`${prefix}${field.name}`, sentence(field.name)],
    ...(field.kind.startsWith('choice') ? field.of.split('|') : []).map((value) => [
      `${prefix}${field.name}.${value}`,
      sentence(value.toLowerCase()),
    ]),
    ...field.nested.flatMap((each) => ofField(each, `${prefix}${field.name}.`)),
  ]
  const label = sentence(name)
  const words = { nav: label, one: label, ...Object.fromEntries(fields.flatMap((field) => ofField(field, ''))) }
  return `${JSON.stringify({ en: words, id: words, tr: words, ar: words }, null, 2)}\n`
}

/** The registry with a line before the first place that matches; it must look as it is expected to. */
function withLine(file, text, before, line) {
  const at = text.search(before)
  if (at < 0) refuse(`${file} has changed: ${before} is not in it`)
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`
}

const section = readArguments(process.argv.slice(2))
const { name: sectionName, camel: sectionCamel, group: sectionGroup, resource: sectionResource } = section
const read = (file) => readFileSync(join(root, file), 'utf8')
if (!read('contract/kit/field/permission.ts').includes(`'${sectionResource}',`))
  refuse(`there is no resource '${sectionResource}'; name one with --resource (contract/kit/field/permission.ts)`)
const groups = /navGroups = \[(.*)\]/.exec(read('contract/kit/section/section-options.ts'))?.[1] ?? ''
if (!groups.includes(`'${sectionGroup}'`)) refuse(`there is no group '${sectionGroup}'; they are ${groups}`)

const fresh = {
  [`contract/sections/${sectionGroup}/${sectionName}.ts`]: contractFile(section),
  [`server/db/tables/${sectionName}.ts`]: tableFile(section),
  [`src/i18n/sections/${sectionName}.json`]: wordsFile(section),
}
const key = sectionName.includes('-') ? `'${sectionName}'` : sectionName
const contractIndex = 'contract/sections/index.ts'
const serverIndex = 'server/sections/index.ts'
const imported = withLine(
  serverIndex,
  read(serverIndex),
  /^\nexport const/m,
  `import { ${sectionCamel} } from '#contract/sections/${sectionGroup}/${sectionName}.ts'\nimport { ${sectionCamel}Table } from '#server/db/tables/${sectionName}.ts'`,
)
const changed = {
  [contractIndex]: withLine(
    contractIndex,
    read(contractIndex),
    /^\}$/m,
    `  ${key}: () => import('./${sectionGroup}/${sectionName}.ts').then((module) => module.${sectionCamel}),`,
  ),
  [serverIndex]: withLine(serverIndex, imported, /^\} satisfies/m, `  ${key}: serve(${sectionCamel}, ${sectionCamel}Table),`),
}
for (const file of Object.keys(fresh)) if (existsSync(join(root, file))) refuse(`${file} is there already`)
if (section.print) console.log(JSON.stringify({ ...fresh, ...changed }))
else {
  for (const [file, text] of Object.entries({ ...fresh, ...changed })) writeFileSync(join(root, file), text)
  run('npx', ['biome', 'check', '--write', ...Object.keys(fresh), ...Object.keys(changed)])
  run('npx', ['drizzle-kit', 'generate', '--name', sectionName])
  console.log(
    `\n${sectionName}: ${Object.keys(fresh).join(', ')}\nTranslate its words, and move its line in ${contractIndex} to its place in the navigation.`,
  )
}
