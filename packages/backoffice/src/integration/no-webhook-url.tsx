import { Link } from '@tanstack/react-router'
import { useMay } from '../session/session.ts'

/** What it means that no webhook URL is set, and who can do what about it. */
export function NoWebhookUrl() {
  const mayChange = useMay('operator_admin')
  return (
    <>
      No webhook URL is set: your backend is told nothing, and what happens meanwhile is not told later.{' '}
      {mayChange ? <Link to="/integration">Set one in the settings</Link> : 'An admin can set one in the settings'}.
    </>
  )
}
