/** The service worker: its caches, and its events without an open tab. */
import { PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { cachedCode, isCodeOnDemand } from './code-on-demand.ts'
import { configFromNetwork } from './config.ts'
import { servedPaths } from './consoles.ts'
import { handleClick, readReply } from './notification-click.ts'
import { openPage } from './open-page.ts'
import { cachedPicture, isPicture } from './pictures.ts'
import { handlePush } from './push.ts'
import { renewSubscription } from './renew-subscription.ts'
import { replayOutbox } from './replay.ts'
import { scope } from './scope.ts'
import { cachedAsset, installShell, keepTwoVersions, shell } from './shell.ts'

declare const self: { __WB_MANIFEST: { url: string; revision: string | null }[] }

// The shell with all sections' chunks.
shell.addToCacheList(self.__WB_MANIFEST)
scope.addEventListener('install', (event) => event.waitUntil(installShell(event)))
scope.addEventListener('activate', (event) => event.waitUntil(keepTwoVersions()))

// The reader of QR codes: cached by its first use.
registerRoute(isCodeOnDemand, cachedCode)

// Code, of this version and of the one before it.
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), cachedAsset)

// What stands beside the code: the boot script, icons. Addresses without a name are pages.
registerRoute(new PrecacheRoute(shell, { directoryIndex: '', cleanURLs: false }))

// All pages of the console are the shell; paths of the API are not.
registerRoute(new NavigationRoute(openPage, { denylist: servedPaths }))

// Configuration: from the network, else the stored copy.
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname === '/config.json', configFromNetwork)

// Pictures of records: cached, for offline lists.
registerRoute(isPicture, cachedPicture)

// Sends the outbox when the network is back, though every tab is closed.
scope.addEventListener('sync', (event) => {
  if (event.tag === 'outbox') event.waitUntil(replayOutbox())
})

// A customer wrote, perhaps without an open tab.
scope.addEventListener('push', (event) => event.waitUntil(handlePush(event.data?.text())))

// The subscription's URL changed: the old one gets nothing.
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))

// An alert opens its room, or is answered; a request to sign in opens the console.
scope.addEventListener('notificationclick', (event) => {
  event.waitUntil(handleClick({ notification: event.notification, action: event.action, reply: readReply(event) }))
})

// The page decides when a new version takes over; the first one takes the open page at once.
scope.addEventListener('message', ({ data }) => {
  if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING') void scope.skipWaiting()
})
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))
