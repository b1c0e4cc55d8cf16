import { useAsk } from '../ask.ts'
import { useMay } from '../session/session.ts'

const PERSON = 'admin:'

/**
 * Who did something: a colleague by the address that they log in with, for who may know of it. To all others the first
 * digits of an id tell one colleague from another; the whole of it is in the title.
 */
export function Actor({ actor }: { readonly actor: string }) {
  const { admins } = useColleagues(actor.startsWith(PERSON))
  const colleague = admins?.find(({ id }) => id === actor.slice(PERSON.length))
  return (
    <span className="actor" title={actor}>
      {colleague?.email ?? shortOf(actor)}
    </span>
  )
}

/** The actor that is meant by what somebody has typed, who may have read an address. */
export function useActorMeant(typed: string | undefined): {
  readonly isKnown: boolean
  readonly actor: string | undefined
} {
  const { mayKnow, admins } = useColleagues(typed?.includes('@') ?? false)
  const colleague = admins?.find(({ email }) => email === typed?.toLowerCase())
  return { isKnown: !mayKnow || admins !== undefined, actor: colleague ? PERSON + colleague.id : typed }
}

function useColleagues(isWanted: boolean) {
  const mayKnow = useMay('operator_admin') && isWanted
  const { data } = useAsk('listAdmins', {}, { enabled: mayKnow })
  return { mayKnow, admins: data?.admins }
}

const shortOf = (actor: string): string => actor.replace(/^(\w+:\w{8}).*/, '$1…')
