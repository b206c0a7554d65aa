/** Newsletters of the chosen member, by the calls of members' apps with the member's token. */
import { clockText, element, find, played, say, tokenOf, view } from '/simulator/member.js'

const every = 3_000
const path = '/console/public/v1/newsletters'
let drawn = ''
/** The one that is read, or null for the list. */
let opened = null

async function read(address, member) {
  const answer = await fetch(address, { headers: { authorization: `Bearer ${await tokenOf(member)}` }, cache: 'no-cache' })
  const body = await answer.json()
  if (!answer.ok) throw new Error(body.message)
  return body
}

function button(words, act) {
  const made = element('button', words)
  made.type = 'button'
  made.addEventListener('click', () => act().catch(say))
  return made
}

function timeOf({ sent_at }) {
  const made = element('time', clockText(sent_at))
  made.dateTime = sent_at
  return made
}

function card(letter) {
  const made = element('div')
  made.dir = 'auto'
  made.dataset.newsletter = letter.ref
  made.append(element('strong', letter.subject))
  if (letter.preheader) made.append(element('p', letter.preheader))
  const press = button('Open', () => show(letter.ref))
  press.className = 'act'
  made.append(press, timeOf(letter))
  return made
}

/** The text in a frame that may do nothing but open its links elsewhere. */
function textOf({ subject, body }) {
  const frame = element('iframe', '', 'letter')
  frame.title = subject
  frame.sandbox = 'allow-popups allow-popups-to-escape-sandbox'
  const style =
    '<style>:root{color-scheme:light}body{font:1rem/1.5 system-ui;margin:1rem;background:#fff}img{max-width:100%;height:auto}</style>'
  frame.srcdoc = `<!doctype html><meta charset="utf-8"><base target="_blank">${style}<body dir="auto">${body}`
  return frame
}

async function show(ref) {
  const member = played()
  const letter = await read(`${path}/${ref}`, member)
  if (played() !== member || view() !== 'newsletters') return
  opened = ref
  const head = element('div')
  head.dir = 'auto'
  head.append(
    element('strong', letter.subject),
    timeOf(letter),
    button('Back', () => {
      leave()
      return refresh()
    }),
  )
  find('log').replaceChildren(head, textOf(letter))
  say(null)
}

function leave() {
  opened = null
  drawn = ''
}

async function refresh() {
  const member = played()
  if (view() !== 'newsletters') return leave()
  if (!member || opened) return
  const { newsletters } = await read(path, member)
  if (played() !== member || view() !== 'newsletters' || opened) return
  const text = JSON.stringify([member, newsletters])
  if (text === drawn) return
  drawn = text
  find('log').replaceChildren(...(newsletters.length ? newsletters.map(card) : [element('div', 'No newsletter yet', 'empty')]))
  say(null)
}

async function tick() {
  if (document.visibilityState === 'visible') await refresh().catch(say)
  setTimeout(tick, every)
}

addEventListener('hashchange', () => {
  leave()
  refresh().catch(say)
})
tick()
