import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isFailure } from '../../../sdk/src/index.ts'
import { client } from '../client.ts'
import { Field } from '../ui/field.tsx'
import { messageOf } from '../ui/states.tsx'

/** Password first, then the code of the mail where it is asked for. The session goes into a cookie that no script reads. */
export function LoginPage() {
  const [email, setEmail] = useState('')
  const [waitsForCode, setWaitsForCode] = useState(false)
  return (
    <main className="login">
      <h1>
        <img src="/backoffice/icon.svg" alt="" width={28} height={28} /> Backoffice
      </h1>
      {waitsForCode ? (
        <CodeForm email={email} back={() => setWaitsForCode(false)} />
      ) : (
        <PasswordForm email={email} setEmail={setEmail} askForCode={() => setWaitsForCode(true)} />
      )}
    </main>
  )
}

/** Sends a form, shows what was wrong, and looks again who has logged in. */
function useLogin(send: () => Promise<{ readonly isIn: boolean }>) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setIsBusy(true)
    setProblem(null)
    try {
      if ((await send()).isIn) await queries.invalidateQueries({ queryKey: ['getSession'] })
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
  askForCode,
}: {
  readonly email: string
  readonly setEmail: (email: string) => void
  readonly askForCode: () => void
}) {
  const [password, setPassword] = useState('')
  const { problem, isBusy, submit } = useLogin(async () => {
    const { mfaRequired } = await client.logIn({ email, password, cookie: true })
    if (mfaRequired === true) askForCode()
    return { isIn: mfaRequired !== true }
  })
  return (
    <form onSubmit={submit}>
      <Field label="E-mail" type="email" autoComplete="username" required value={email} onText={setEmail} />
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

function CodeForm({ email, back }: { readonly email: string; readonly back: () => void }) {
  const [code, setCode] = useState('')
  const [sentAgain, setSentAgain] = useState(false)
  const { problem, setProblem, isBusy, submit } = useLogin(async () => {
    await client.verifyMfaCode({ email, code, cookie: true })
    return { isIn: true }
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
