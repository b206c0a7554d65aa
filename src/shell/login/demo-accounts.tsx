import { t } from '#console/i18n/i18n.ts'
import { Avatar } from '#console/ui/avatar.tsx'
import { demoPassword } from '#contract/session.ts'

const accounts = ['root', 'admin', 'sales', 'sales2', 'support', 'analyst'] as const

/** Accounts of the demo data; shown only where the server is a demo. */
export function DemoAccounts({ onChoose }: { onChoose: (account: { email: string; password: string }) => void }) {
  return (
    <section className="mt-8" aria-labelledby="demo-accounts">
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 id="demo-accounts" className="text-sm font-medium">
          {t('login.demo')}
        </h2>
        <p className="text-xs text-muted-foreground">{t('login.demoDetail')}</p>
      </div>
      <ul className="grid grid-cols-2 gap-2">
        {accounts.map((name) => {
          const email = `${name}@lapangan.test`
          return (
            <li key={name}>
              <button
                type="button"
                onClick={() => onChoose({ email, password: demoPassword })}
                className="flex min-h-11 w-full items-center gap-2.5 rounded-lg border bg-card px-2.5 py-1.5 text-start transition-colors hover:border-input hover:bg-muted"
              >
                <Avatar name={name} className="max-sm:hidden" />
                <span className="min-w-0">
                  <span className="block truncate text-xs font-medium">{t(`demo.${name}`)}</span>
                  <span className="block truncate text-[0.6875rem] text-muted-foreground" dir="ltr">
                    {email}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
