import { type FormEvent, useState } from 'react'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAct, useAsk } from '../ask.ts'
import { useMay, useSession } from '../session/session.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Field, Select } from '../ui/field.tsx'
import { PageHead, Panel } from '../ui/panel.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Badge, Moment } from '../ui/values.tsx'
import { inWords } from '../words.ts'

type Admin = Answer<'listAdmins'>['admins'][number]

const roles = [
  ['operator_viewer', 'Viewer: reads'],
  ['operator_support', 'Support: also settles bets and works on flags'],
  ['operator_admin', 'Admin: may do all'],
] as const

/** What a person with the role may do, in the dialog that lets them in. */
const mayText: { readonly [role in (typeof roles)[number][0]]: string } = {
  operator_viewer: 'They see every player, bet and payout, and change nothing.',
  operator_support: 'They see everything, settle and correct bets, and work on flags.',
  operator_admin: 'They may do all that you may: decide on payouts, change tiers and keys, and let others in.',
}

/** Who may log in for the operator, and as what. */
export function PeoplePage() {
  const maySee = useMay('operator_admin')
  return (
    <>
      <PageHead title="People and roles" />
      {maySee ? (
        <div className="beside with-form">
          <PeoplePanel />
          <AddPerson />
        </div>
      ) : (
        <Empty>Only admins see who may log in.</Empty>
      )}
    </>
  )
}

function PeoplePanel() {
  const query = useAsk('listAdmins', {})
  const { email: own } = useSession()
  const [changing, setChanging] = useState<Admin | null>(null)
  const [removing, setRemoving] = useState<Admin | null>(null)
  const columns: readonly Column<Admin>[] = [
    { head: 'E-mail', cell: ({ email }) => <span className="wrap">{email}</span> },
    { head: 'Role', cell: ({ role }) => <Badge code={role} tone={role === 'operator_admin' ? 'info' : 'plain'} /> },
    {
      head: 'Code by e-mail',
      cell: ({ mfaEnabled }) => (mfaEnabled ? 'asked for' : <span className="faint">no</span>),
    },
    { head: 'Since', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      head: 'Act',
      cell: (admin) =>
        admin.email === own ? (
          <span className="faint">you</span>
        ) : (
          <span className="row">
            <button type="button" aria-label={`Role of ${admin.email}`} onClick={() => setChanging(admin)}>
              Role…
            </button>
            <button type="button" aria-label={`Remove ${admin.email}`} onClick={() => setRemoving(admin)}>
              Remove…
            </button>
          </span>
        ),
    },
  ]
  return (
    <Panel title="Who may log in">
      <Loaded query={query}>
        {({ admins }) => (
          <Table
            caption="People of the operator"
            columns={columns}
            rows={admins}
            keyOf={({ id }) => id}
            empty="Nobody may log in yet."
          />
        )}
      </Loaded>
      {changing !== null && <ChangeRole admin={changing} close={() => setChanging(null)} />}
      {removing !== null && <RemovePerson admin={removing} close={() => setRemoving(null)} />}
    </Panel>
  )
}

function ChangeRole({ admin, close }: { readonly admin: Admin; readonly close: () => void }) {
  const [role, setRole] = useState<string>(admin.role)
  const change = useAct('setAdminRole', close)
  const wanted = roles.find(([each]) => each === role)?.[0] ?? 'operator_viewer'
  return (
    <Confirm
      title={`What may ${admin.email} do?`}
      act={role === admin.role ? 'Leave it' : `Make it ${inWords(wanted)}`}
      isBusy={change.isPending}
      error={change.error}
      onAct={() => (role === admin.role ? close() : change.mutate({ id: admin.id, role: wanted }))}
      onClose={close}
    >
      <Select label="Role" value={role} options={roles} onText={setRole} />
      <p>
        It counts from their next click on, also where they are logged in now. The change stands in the audit under your
        name. The last admin stays one.
      </p>
    </Confirm>
  )
}

function RemovePerson({ admin, close }: { readonly admin: Admin; readonly close: () => void }) {
  const remove = useAct('removeAdmin', close)
  return (
    <Confirm
      title={`Remove ${admin.email}?`}
      act="Remove"
      isDanger
      isBusy={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate({ id: admin.id })}
      onClose={close}
    >
      <p>
        Whoever has logged in with <b>{admin.email}</b> is out at once and cannot come in again. What they did stays in
        the audit. The last admin cannot be removed.
      </p>
    </Confirm>
  )
}

interface Newcomer {
  readonly email: string
  readonly role: (typeof roles)[number][0]
  readonly mfaEnabled: boolean
}

function AddPerson() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [role, setRole] = useState<string>('operator_support')
  const [mfaEnabled, setMfaEnabled] = useState(true)
  const [asks, setAsks] = useState(false)
  const add = useAct('addAdmin', () => {
    // Who has left the question may be typing somebody else in.
    if (!asks) return
    setAsks(false)
    setEmail('')
    setPassword('')
  })
  const newcomer = { email, role: roles.find(([each]) => each === role)?.[0] ?? 'operator_viewer', mfaEnabled }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    add.reset()
    setAsks(true)
  }
  return (
    <Panel title="Add a person">
      <form className="stack" onSubmit={submit}>
        <Field label="E-mail" type="email" required autoComplete="off" value={email} onText={setEmail} />
        <Field
          label="First password"
          type="password"
          required
          minLength={8}
          autoComplete="new-password"
          value={password}
          onText={setPassword}
          hint="At least 8 characters. Do not send it by e-mail."
        />
        <Select label="Role" value={role} options={roles} onText={setRole} />
        <label className="row">
          <input type="checkbox" checked={mfaEnabled} onChange={({ target }) => setMfaEnabled(target.checked)} />
          Each login also asks for a code by e-mail
        </label>
        {add.data !== undefined && (
          <p className="notice good" role="status">
            {add.data.admin.email} can log in now.
          </p>
        )}
        <p className="acts">
          <button type="submit" className="primary" disabled={add.isPending}>
            Let them in…
          </button>
        </p>
      </form>
      {asks && (
        <LetIn
          newcomer={newcomer}
          isBusy={add.isPending}
          error={add.error}
          send={() => add.mutate({ ...newcomer, password })}
          close={() => setAsks(false)}
        />
      )}
    </Panel>
  )
}

const LetIn = ({
  newcomer: { email, role, mfaEnabled },
  isBusy,
  error,
  send,
  close,
}: {
  readonly newcomer: Newcomer
  readonly isBusy: boolean
  readonly error: unknown
  readonly send: () => void
  readonly close: () => void
}) => (
  <Confirm
    title={`Let ${email} in?`}
    act={`Let them in as ${inWords(role)}`}
    isBusy={isBusy}
    error={error}
    onAct={send}
    onClose={close}
  >
    <p>
      Whoever has this address and the first password can log in at once. {mayText[role]}{' '}
      {mfaEnabled
        ? 'Each login also asks for a code that is sent to the address: make sure that it is right.'
        : 'The password is all that is asked for: no code is sent.'}
    </p>
    <p className="faint">It stands in the audit under your name, and can be taken back at any time.</p>
  </Confirm>
)
