import { getRouteApi } from '@tanstack/react-router'
import { PageHead } from '../ui/panel.tsx'

const route = getRouteApi('/players/$userId')

export function PlayerPage() {
  const { userId } = route.useParams()
  return <PageHead title={userId} />
}
