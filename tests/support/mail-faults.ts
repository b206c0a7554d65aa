/** What a program of mail would stumble over in a mail's HTML. */
const token = /<!--[\s\S]*?-->|<!DOCTYPE html>|<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z-]+(?:="[^"<>]*")?)*)\s*>|<|[^<]+/g
const empty = new Set(['img', 'br', 'hr', 'meta'])
const refused = new Set(['script', 'link', 'iframe', 'object', 'form', 'input', 'svg', 'video', 'base'])
/** What may stand directly within these. */
const parents: Readonly<Record<string, readonly string[]>> = { tr: ['table', 'thead', 'tbody'], td: ['tr'], th: ['tr'], li: ['ul', 'ol'] }
/** Within these stand only the others. */
const children: Readonly<Record<string, readonly string[]>> = { table: ['tr', 'thead', 'tbody'], tr: ['td', 'th'], ul: ['li'], ol: ['li'] }
const blocks = new Set(['p', 'div', 'table', 'ul', 'ol', 'h1', 'h2', 'h3', 'blockquote', 'pre', 'hr'])

function faultsOfTag(name: string, attributes: string, open: readonly string[], isOwn: (address: string) => boolean): string[] {
  const parent = open.at(-1) ?? ''
  const faults: string[] = []
  if (refused.has(name)) faults.push(`<${name}>`)
  if (parents[name] && !parents[name].includes(parent)) faults.push(`<${name}> in <${parent}>`)
  if (children[parent] && !children[parent].includes(name)) faults.push(`<${name}> in <${parent}>`)
  if (blocks.has(name) && open.includes('p')) faults.push(`<${name}> in <p>`)
  if (/\son[a-z]+=/i.test(attributes)) faults.push(`handler in <${name}${attributes}>`)
  const [, address] = /\s(?:src|background)="([^"]*)"/.exec(attributes) ?? []
  if (address !== undefined && !isOwn(address)) faults.push(`picture of others: ${address}`)
  if (name === 'img' && !/\salt="/.test(attributes)) faults.push('picture without words')
  if (name === 'a' && !/\shref="(?:https?:|mailto:|tel:)/.test(attributes)) faults.push(`address ${attributes}`)
  if (/url\(|@import|expression\(/i.test(attributes)) faults.push(`style of others: ${attributes}`)
  return faults
}

/** Returns the faults of a mail's HTML; pictures come from `publicUrl` or with the mail. */
export function findMailFaults(html: string, publicUrl: string): string[] {
  const isOwn = (address: string) => address.startsWith('cid:') || address.startsWith(`${publicUrl}/`)
  const faults: string[] = []
  const open: string[] = []
  if (!html.startsWith('<!DOCTYPE html><html lang="')) faults.push('no document')
  for (const [whole, slash, name, attributes = ''] of html.matchAll(token)) {
    if (whole === '<') faults.push('a loose <')
    if (name === undefined) continue
    if (!slash) {
      faults.push(...faultsOfTag(name, attributes, open, isOwn))
      if (!empty.has(name)) open.push(name)
    } else if (open.pop() !== name) return [...faults, `</${name}> closes another`]
  }
  if (open.length) faults.push(`not closed: ${open.join()}`)
  if (/\{\w+\}|undefined|\[object|NaN/.test(html)) faults.push('a value was not filled in')
  return faults
}
