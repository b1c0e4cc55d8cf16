import { useAsk } from '../ask.ts'
import { useMay } from '../session/session.ts'

const PERSON = 'admin:'

/**
 * Who did something: a colleague by the address that they log in with, for who may know of it. To all others the first
 * digits of an id tell one colleague from another; the whole of it is in the title.
 */
export function Actor({ actor }: { readonly actor: string }) {
  const mayKnow = useMay('operator_admin') && actor.startsWith(PERSON)
  const { data } = useAsk('listAdmins', {}, { enabled: mayKnow })
  const colleague = data?.admins.find(({ id }) => id === actor.slice(PERSON.length))
  return <span title={actor}>{colleague?.email ?? shortOf(actor)}</span>
}

const shortOf = (actor: string): string => actor.replace(/^(\w+:\w{8}).*/, '$1…')
