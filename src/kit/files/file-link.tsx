import type { ReactNode } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import { reasonOf } from '../text/reason.ts'
import { isWithoutBrowser } from './home-screen-app.ts'
import { openFile } from './open-file.ts'
import { saveFile } from './save-file.ts'

interface Props {
  href: string
  /** What was chosen on this device and is not stored yet; `href` is its object URL, which the page's policy lets nobody fetch. */
  content?: Blob | undefined
  name: string
  className?: string
  children?: ReactNode
}

/** Files of other servers stay with the system, which opens them over the app with a button that closes them. */
const isOwn = (href: string) => new URL(href, location.href).origin === location.origin

async function fetchFile(href: string): Promise<Blob> {
  const response = await fetch(href)
  if (!response.ok) throw new Error(response.statusText)
  return response.blob()
}

async function open({ href, content, name }: Props): Promise<void> {
  const load = async () => content ?? fetchFile(href)
  const fail = async (error: unknown) => postMessage({ kind: 'error', text: await reasonOf(error) })
  const shown = /\.(pdf|png|jpe?g|gif|webp|avif)$/i.exec(name)?.[1]?.toLowerCase()
  try {
    if (!shown) return await saveFile(await load(), name)
    const type = shown === 'pdf' ? 'application/pdf' : `image/${shown === 'jpg' ? 'jpeg' : shown}`
    await openFile({ name, type, load }, (error) => void fail(error))
  } catch (error) {
    await fail(error)
  }
}

/** A stored file by its address: in a tab of the browser, or without one in a page of ours. */
export function FileLink(props: Props) {
  const { href, name, className, children = name } = props
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      dir="auto"
      className={className}
      onClick={(event) => {
        if (!isWithoutBrowser() || !isOwn(href)) return
        event.preventDefault()
        void open(props)
      }}
    >
      {children}
    </a>
  )
}
