import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { isFailure } from '../../../sdk/src/index.ts'
import { client } from '../client.ts'
import { Field } from '../ui/field.tsx'
import { messageOf } from '../ui/states.tsx'
import { useModal } from '../ui/use-modal.ts'
import { tellOtherTabs } from './session.ts'

/** For whoever has not logged in. */
export const LoginPage = () => (
  <main className="login">
    <h1>
      <img src="/backoffice/icon.svg" alt="" width={28} height={28} /> Backoffice
    </h1>
    <LoginForms known={null} />
  </main>
)

/** For whoever has, when the session is over: nothing of the page can be read meanwhile, and nothing of it is lost. */
export function LogInAgain({ email }: { readonly email: string }) {
  const dialog = useModal()
  const id = useId()
  useEffect(() => dialog.current?.querySelector<HTMLElement>('[type=password]')?.focus(), [dialog])
  return (
    <dialog
      ref={dialog}
      className="again"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.preventDefault()
      }}
      onCancel={(event) => event.preventDefault()}
      // A browser closes it all the same where somebody insists.
      onClose={({ currentTarget }) => currentTarget.showModal()}
    >
      <h2 id={id}>Log in to go on</h2>
      <p>Your session has ended. The page is as you have left it.</p>
      <LoginForms known={email} />
    </dialog>
  )
}

/** Password first, then the code of the mail where it is asked for. The session goes into a cookie that no script reads. */
function LoginForms({ known }: { readonly known: string | null }) {
  const queries = useQueryClient()
  const [email, setEmail] = useState(known ?? '')
  const [waitsForCode, setWaitsForCode] = useState(false)
  const onIn = async (): Promise<void> => {
    tellOtherTabs()
    await queries.invalidateQueries({ queryKey: ['getSession'] })
    // What failed with the session, and whatever has happened since.
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getSession' })
  }
  return waitsForCode ? (
    <CodeForm email={email} onIn={onIn} back={() => setWaitsForCode(false)} />
  ) : (
    <PasswordForm email={email} setEmail={setEmail} onIn={onIn} askForCode={() => setWaitsForCode(true)} />
  )
}

/** Sends a form, and shows what was wrong with it. */
function useLogin(send: () => Promise<void>) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setIsBusy(true)
    setProblem(null)
    try {
      await send()
    } catch (error) {
      setProblem(isFailure(error, 'unauthorized') ? 'That is not right.' : messageOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  return { problem, setProblem, isBusy, submit }
}

function PasswordForm({
  email,
  setEmail,
  onIn,
  askForCode,
}: {
  readonly email: string
  readonly setEmail: (email: string) => void
  readonly onIn: () => Promise<void>
  readonly askForCode: () => void
}) {
  const [password, setPassword] = useState('')
  const { problem, isBusy, submit } = useLogin(async () => {
    const { mfaRequired } = await client.logIn({ email, password, cookie: true })
    if (mfaRequired === true) askForCode()
    else await onIn()
  })
  return (
    <form onSubmit={submit}>
      <Field label="E-mail" type="email" autoComplete="username" required autoFocus value={email} onText={setEmail} />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onText={setPassword}
      />
      <Problem text={problem} />
      <button type="submit" className="primary" disabled={isBusy}>
        {isBusy ? 'Logging in…' : 'Log in'}
      </button>
    </form>
  )
}

function CodeForm({
  email,
  onIn,
  back,
}: {
  readonly email: string
  readonly onIn: () => Promise<void>
  readonly back: () => void
}) {
  const [code, setCode] = useState('')
  const [sentAgain, setSentAgain] = useState(false)
  const { problem, setProblem, isBusy, submit } = useLogin(async () => {
    await client.verifyMfaCode({ email, code, cookie: true })
    await onIn()
  })
  const sendAgain = (): void => {
    client.sendMfaCode({ email }).then(
      () => setSentAgain(true),
      (error: unknown) => setProblem(messageOf(error)),
    )
  }
  return (
    <form onSubmit={submit}>
      <p>We have sent a code of six digits to {email}. It is good for ten minutes.</p>
      <Field
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        maxLength={6}
        required
        autoFocus
        value={code}
        onText={setCode}
      />
      <Problem text={problem} />
      <button type="submit" className="primary" disabled={isBusy}>
        {isBusy ? 'Checking…' : 'Log in'}
      </button>
      <p className="row">
        <button type="button" className="link" onClick={sendAgain} disabled={sentAgain}>
          {sentAgain ? 'Sent' : 'Send it again'}
        </button>
        <button type="button" className="link" onClick={back}>
          Use another account
        </button>
      </p>
    </form>
  )
}

const Problem = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p className="notice bad" role="alert">
      {text}
    </p>
  )
