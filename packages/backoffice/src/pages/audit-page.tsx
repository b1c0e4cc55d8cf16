import { getRouteApi } from '@tanstack/react-router'
import { useAsk, useTrial } from '../ask.ts'
import { ActsPanel } from '../audit/acts-panel.tsx'
import { by, change, from, numberColumn, toWhat, what, when } from '../audit/entry-columns.tsx'
import { questionOf } from '../audit/filter.ts'
import { useActorMeant } from '../ui/actor.tsx'
import { PageHead } from '../ui/panel.tsx'
import { Failed } from '../ui/states.tsx'
import { counted } from '../words.ts'

const route = getRouteApi('/audit')

/** Who did what, in a chain that shows when somebody has touched it. */
export function AuditPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { isKnown, actor } = useActorMeant(search.actor)
  const query = useAsk('listAuditEvents', questionOf({ ...search, actor }), { enabled: isKnown })
  return (
    <>
      <PageHead title="Audit">
        <Verify />
        <a className="button" href="/v1/audit/export" download="audit.ndjson">
          Download all
        </a>
      </PageHead>
      <ActsPanel
        query={query}
        columns={[numberColumn, when, what, toWhat, by, from, change]}
        search={search}
        go={(wanted) => navigate({ search: { ...wanted } })}
        examples={{ actor: 'server_key', action: 'payout.executed', target: 'a user id' }}
        empty="Nothing was done yet."
      />
    </>
  )
}

function Verify() {
  const verify = useTrial('verifyAudit')
  return (
    <>
      {verify.error !== null && <Failed error={verify.error} />}
      {verify.data !== undefined && (
        <span className={`notice ${verify.data.valid ? 'good' : 'bad'}`} role="status">
          {verify.data.valid
            ? `The chain is whole: ${counted(verify.data.checked, 'act')}.`
            : `Broken at no. ${verify.data.firstBroken?.seq}: ${verify.data.firstBroken?.problem}`}
        </span>
      )}
      <button type="button" disabled={verify.isPending} onClick={() => verify.mutate({})}>
        {verify.isPending ? 'Checking…' : 'Check the chain'}
      </button>
    </>
  )
}
