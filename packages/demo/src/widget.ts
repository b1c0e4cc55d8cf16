import { backend } from './api.ts'
import { el, fill } from './dom.ts'
import type { PageState } from './shown.ts'

interface ChallengeWidget extends HTMLElement {
  onTokenExpired?: () => void
  update?: (change: { readonly userToken: string }) => void
}

/** Puts the widget in, as any page does: its script, its element, and a token that the backend made for the player. */
export async function showWidget(
  root: HTMLElement,
  { publicKey, player }: PageState,
  onChanged: () => void,
): Promise<void> {
  const { token } = await backend.token()
  const widget: ChallengeWidget = document.createElement('challenge-widget')
  const attributes = { 'public-key': publicKey, 'user-id': player, 'user-token': token, locale: 'en-GB' }
  for (const [name, value] of Object.entries(attributes)) widget.setAttribute(`data-${name}`, value)
  // What the player does in the widget the page shall know of, too: a payout that is asked for sends no webhook.
  widget.addEventListener('challenge-changed', onChanged)
  // A backend that is away now is asked again when the widget asks again, within half a minute.
  widget.onTokenExpired = () =>
    backend.token().then(
      ({ token: userToken }) => widget.update?.({ userToken }),
      () => {},
    )
  fill(root, widget)
  if (customElements.get('challenge-widget') !== undefined) return
  const script = el('script', { src: '/widget.js', async: true })
  script.addEventListener('error', () => {
    fill(root, el('p', { class: 'hint' }, 'The widget has not been built: npm run build:web makes it.'))
  })
  document.head.append(script)
}
