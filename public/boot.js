// Before the bundle: the look of the page, and the list its route will ask for. A script of its own, because the policy allows no inline script.
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const json = (key) => {
    try {
      return JSON.parse(read(key) ?? 'null') ?? {}
    } catch {
      return {}
    }
  }

  const { theme, locale, fontScale, density, layout } = json('lapangan-preferences')
  const root = document.documentElement
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.density = density === 'compact' ? 'compact' : 'comfortable'
  root.dataset.layout = `${[2, 3].includes(layout) ? layout : 1}`
  const languages = ['en', 'id', 'tr', 'ar']
  // At a first start the browser's language, as far as the console has it.
  const spoken = (navigator.languages ?? []).map((tag) => tag.slice(0, 2))
  root.lang = [locale, ...spoken].find((each) => languages.includes(each)) ?? root.lang
  root.dir = root.lang === 'ar' ? 'rtl' : 'ltr'
  if (fontScale >= 70 && fontScale <= 130) root.style.fontSize = `${fontScale}%`

  // What the start needs does not come, or fails, before the bundle could say so.
  const recovery = Object.assign(document.createElement('script'), { src: '/recover.js' })
  const recover = ({ target }) => {
    if (target.tagName !== 'IMG' && document.querySelector('.boot')) document.head.append(recovery)
  }
  addEventListener('error', recover, true)
  addEventListener('unhandledrejection', recover)

  const token = read('jwt_access_token')
  if (!token) root.dataset.guest = ''
  // The typeface must not compete with the first row for a slow line; the worker has it already.
  if (navigator.serviceWorker?.controller) root.dataset.typeface = ''
  const { hosts, backOffice, product } = json('lapangan-config')
  // {product}pedia: its section is written under the default product (contract/choices/product.ts).
  const pedia = (from, to) => (text) => (product && text ? text.replace(`${from}pedia`, `${to}pedia`) : text)
  const written = pedia(product, 'emt')
  const there = pedia('emt', product)
  const section = written(/^\/([^/]+)\/list\/?$/.exec(location.pathname)?.[1])

  // What the build left in the page: the navigation, and the files that a language and a section import.
  const left = (name, nothing) => JSON.parse(document.querySelector(`meta[name=${name}]`)?.content ?? nothing)
  const nav = left('sections', '[]')
  window.__nav = nav
  const chunks = left('chunks', '{}')
  // What src/main.tsx will open.
  const isGuest = !token && ['/', '/login', '/forgot-password'].includes(location.pathname)
  for (const name of [
    root.lang,
    ...(isGuest ? ['guest', `session-${root.lang}`] : ['console']),
    ...(token && section ? [section, ...(['leads', 'chat-platform'].includes(section) ? [] : ['registry'])] : []),
  ]) {
    if (!name || !Object.hasOwn(chunks, name)) continue
    for (const file of chunks[name]) {
      const link = document.createElement('link')
      link.rel = 'modulepreload'
      link.href = file
      document.head.append(link)
    }
  }

  // Whether this is a demo changes what the sign-in shows: asked for at once, nothing moves when it is known.
  if (isGuest) {
    const promise = fetch('/config.json', { cache: 'no-cache', signal: AbortSignal.timeout(left('start-ms', '4000')) })
    promise.catch(() => undefined)
    window.__early = { key: 'GET /config.json', promise }
  }

  // Until the console has drawn itself a person sees what they saw last, as a picture: nothing in it answers.
  const frame = json('lapangan-last-frame')
  const show = () => {
    const picture = document.createElement('div')
    picture.id = 'last-frame'
    picture.inert = true
    picture.ariaHidden = 'true'
    picture.innerHTML = frame.html
    document.body.append(picture)
    setTimeout(() => picture.remove(), 5_000)
  }
  if (
    token &&
    frame.html &&
    frame.path === location.pathname + location.search &&
    frame.locale === root.lang &&
    frame.wide === matchMedia('(min-width: 48rem)').matches &&
    frame.expires > Date.now()
  )
    document.addEventListener(
      'readystatechange',
      () => {
        const link = document.querySelector('link[rel=stylesheet]')
        // Another build's style may not fit it.
        if (link?.getAttribute('href') !== frame.sheet) return
        if (link.sheet) show()
        else link.addEventListener('load', show)
      },
      { once: true },
    )

  const { early, gate } = nav.find(({ name }) => name === section) ?? {}
  // A list that this person may not have is not asked for: the page will say so.
  const [roles, permissions] = ['roles', 'permissions'].map((key) => [json('lapangan-session')[key] ?? []].flat().map(String))
  const isRoot = roles.some((role) => role.toLowerCase() === 'root')
  const may = isRoot || !gate || gate.anyOf.some((resource) => permissions.includes(`${gate.action} ${resource}`))
  const path = may && there(early)
  // Rows that are cached on the device are read from it.
  if (!token || !path || !hosts || backOffice || read(`lapangan-${section}-held`)) return

  const search = new URLSearchParams(location.search)
  if (search.get('view') === 'board') return
  const standard = { page: '1', size: '10' }
  const wire = new URLSearchParams(
    ['page', 'size', 'sort', 'query'].flatMap((name) => {
      const value = search.get(name)
      return value && value !== standard[name] ? [[name, value]] : []
    }),
  ).toString()
  const url = `${(hosts?.main ?? '').replace(/\/$/, '')}${path}${wire && `?${wire}`}`
  const promise = fetch(url, { headers: { Authorization: `Bearer ${token}` } })
  // The request that takes it (src/data/api/preloaded.ts) fails with it.
  promise.catch(() => undefined)
  window.__early = { key: `GET ${url}`, promise }
})()
