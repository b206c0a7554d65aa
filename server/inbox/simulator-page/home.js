/** What the app of the chosen member, or of a guest, shows: read by the calls of members' apps, with the member's token. */
import { element, find, isGuest, played, say, tokenOf, view } from '/simulator/member.js'

const every = 2_000
const path = '/console/public/v1/home'
/** What was drawn: the popup, and all else. */
let drawn = []
/** Popups closed since the app was opened: one that is always shown comes with the next opening. */
let closed = new Set()

async function headers() {
  const own = isGuest() ? {} : { authorization: `Bearer ${await tokenOf(played())}` }
  return { 'content-type': 'application/json', ...own }
}

async function send(name, body) {
  const answer = await fetch(`${path}/${name}`, { method: 'POST', headers: await headers(), body: JSON.stringify(body) })
  if (!answer.ok) throw new Error((await answer.json()).message)
}

/** A link where it leads to an address, else plain words. */
export function targetLine({ kind, url }, words) {
  if (!url) return element('p', kind === 'none' ? words : `${words} · ${kind}`, 'life')
  const link = element('a', words)
  link.href = url
  link.target = '_blank'
  link.rel = 'noreferrer'
  return link
}

function picture({ image, title }) {
  const made = element('img')
  made.src = image
  made.alt = title ?? ''
  return made
}

function forYou(one) {
  const made = element('div')
  made.dir = 'auto'
  made.dataset.forYou = one.ref
  made.append(picture(one), element('strong', one.title), element('p', one.text))
  const press = element('button', one.button ?? 'Open', 'act')
  press.type = 'button'
  press.addEventListener('click', () => {
    send('click', { ref: one.ref }).catch(say)
    if (one.target.url) open(one.target.url, '_blank', 'noreferrer')
  })
  made.append(press)
  return made
}

function wide(one, kind) {
  const made = element('div', '', 'wide')
  made.dataset[kind] = one.ref
  made.append(picture(one), targetLine(one.target, one.title))
  return made
}

function ticker(one) {
  const made = element('div', '', 'ticker')
  made.dir = 'auto'
  made.dataset.ticker = one.ref
  made.append(targetLine(one.target, one.text))
  return made
}

const headed = (title, made) => (made.length ? [element('div', title, 'heading'), ...made] : [])

/** Leads where the popup does. */
function popupPicture(popup, end) {
  if (!popup.target.url) return picture(popup)
  const link = element('a')
  link.href = popup.target.url
  link.target = '_blank'
  link.rel = 'noreferrer'
  link.append(picture(popup))
  link.addEventListener('click', end)
  return link
}

function drawPopup(popup) {
  const shown = popup && !closed.has(popup.ref) ? popup : null
  find('popup').hidden = !shown
  if (!shown) return
  find('popup').dataset.popup = shown.ref
  const end = () => {
    closed.add(shown.ref)
    find('popup').hidden = true
    send('seen', { ref: shown.ref }).then(refresh).catch(say)
  }
  const close = element('button', 'Close')
  close.type = 'button'
  close.addEventListener('click', end)
  find('popup').replaceChildren(popupPicture(shown, end), close)
}

function draw(home) {
  const { at: _, popup, ...shown } = home
  const now = [JSON.stringify([played(), popup, [...closed]]), JSON.stringify([played(), shown])]
  if (now[0] !== drawn[0]) drawPopup(popup)
  const isSame = now[1] === drawn[1]
  drawn = now
  // What is being pressed stays where it is while popups come and go.
  if (isSame) return
  const parts = [
    ...shown.tickers.map(ticker),
    ...shown.sliders.map((one) => wide(one, 'slider')),
    ...headed('For you', shown.for_you.map(forYou)),
    ...headed(
      'Promotions',
      shown.banners.map((one) => wide(one, 'banner')),
    ),
  ]
  find('log').replaceChildren(...(parts.length ? parts : [element('div', 'Nothing is shown now', 'empty')]))
}

async function refresh() {
  if (view() !== 'home') {
    drawn = []
    closed = new Set()
    find('popup').hidden = true
    return
  }
  const member = played()
  if (!member && !isGuest()) return
  const answer = await fetch(path, { headers: await headers(), cache: 'no-cache' })
  const home = await answer.json()
  if (!answer.ok) throw new Error(home.message)
  if (played() !== member || view() !== 'home') return
  draw(home)
  say(null)
}

async function tick() {
  if (document.visibilityState === 'visible') await refresh().catch(say)
  setTimeout(tick, every)
}

addEventListener('hashchange', () => refresh().catch(say))
tick()
