import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { getConfig } from '#console/data/api/config.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { Button } from '#console/ui/button.tsx'

interface Texts {
  title: string
  /** Who may open it. */
  note: string
  copy: string
  copied: string
  notCopied: string
}

/** The address of a page that the API serves: for a path, or whole. */
export const publicAddress = (path: string): string => new URL(path, getConfig().hosts.main || window.location.origin).href

async function copyText(text: string, { copied, notCopied }: Texts): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    postMessage({ kind: 'success', text: copied })
  } catch {
    postMessage({ kind: 'error', text: notCopied })
  }
}

/** A public address in full, opened in a tab of its own. */
export function AddressLink({ address }: { address: string }) {
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      dir="ltr"
      className="break-all text-start font-medium text-primary-text hover:underline"
    >
      {address}
    </a>
  )
}

/** A record's public page, to be opened and copied; `children`: further buttons. */
export function PublicAddress({ address, texts, children }: { address: string; texts: Texts; children?: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 rounded-lg border p-4 sm:col-span-2">
      <h2 className="text-sm font-medium">{texts.title}</h2>
      <AddressLink address={address} />
      <p className="text-sm text-muted-foreground">{texts.note}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copyText(address, texts)}>
          <Copy aria-hidden="true" />
          {texts.copy}
        </Button>
        {children}
      </div>
    </section>
  )
}
