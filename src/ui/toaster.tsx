import { Toaster as Sonner } from 'sonner'

interface Props {
  /** Read before each message and on the region that holds them. */
  label: string
  theme: 'light' | 'dark'
  dir: 'ltr' | 'rtl'
}

/** Five at most, 2000 ms each unless the message says otherwise (part-2 section 9). */
export function Toaster({ label, theme, dir }: Props) {
  return (
    <Sonner
      containerAriaLabel={label}
      theme={theme}
      dir={dir}
      position="bottom-center"
      visibleToasts={5}
      duration={2000}
      offset={{ bottom: 'calc(var(--bottom-bar) + 1rem)' }}
      mobileOffset={{ bottom: 'calc(var(--bottom-bar) + 0.75rem)' }}
      toastOptions={{
        style: {
          background: 'var(--foreground)',
          color: 'var(--background)',
          border: 0,
          fontFamily: 'var(--font-sans)',
          fontSize: '0.8125rem',
        },
      }}
    />
  )
}
