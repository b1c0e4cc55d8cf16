import type { Dialog } from '../data/state.ts'
import { confirmationView } from '../view/confirmation.ts'
import { obstacle } from '../view/offers.ts'
import { problemInWords, unreadInWords } from '../view/problem.ts'
import type { Speech } from '../view/speech.ts'
import { type TermsView, termsView } from '../view/terms.ts'
import { withdrawalView } from '../view/withdrawal.ts'
import { alertIcon, closeIcon } from './icons.ts'
import { type Content, div, h, type Node, p, span } from './node.ts'
import { button, heading, iconButton, link, points } from './parts.ts'
import type { Scene } from './scene.ts'

interface Frame {
  readonly title: string
  readonly body: Content
  /** Null while there is nothing to confirm yet. */
  readonly confirm: {
    readonly text: string
    readonly name: string
    readonly act: () => void
    readonly off?: boolean
  } | null
  readonly stay: string
}

/** The open dialog, in a native one: it keeps the focus inside and gives it back. */
export function dialogNode(scene: Scene): Node | null {
  const { state, say, actions } = scene
  const { dialog } = state
  if (dialog === null) return null
  const { title, body, confirm, stay } = frameOf(dialog, scene)
  const isPending = dialog.action.status === 'pending'
  return h(
    'dialog',
    {
      class: 'dialog',
      key: `dialog ${dialog.kind}`,
      'aria-labelledby': 'dialog-title',
      'aria-busy': isPending ? 'true' : null,
      on: {
        cancel: (event) => {
          event.preventDefault()
          actions.close()
        },
        // Pressed twice, Escape closes it whatever is said of it; one that has to stay is opened again. It is told late:
        // one that has gone by then leaves alone whatever was opened since.
        close: ({ target }) => (target as Element).isConnected && actions.close(),
      },
    },
    h(
      'form',
      {
        class: 'dialog-frame',
        novalidate: true,
        on: {
          submit: (event) => {
            event.preventDefault()
            if (confirm !== null && !confirm.off) confirm.act()
          },
        },
      },
      h(
        'header',
        { class: 'dialog-head' },
        heading(2, title, { id: 'dialog-title', tabindex: '-1', autofocus: true }),
        iconButton(say.words.close, closeIcon(), actions.close, isPending),
      ),
      // Rules are long: whoever scrolls by keys needs to get there.
      h('div', { class: 'dialog-body', tabindex: '0', role: 'group', 'aria-labelledby': 'dialog-title' }, body),
      h('footer', { class: 'dialog-foot' }, trouble(dialog, say), footButtons(confirm, stay, isPending, scene)),
    ),
  )
}

const footButtons = (confirm: Frame['confirm'], stay: string, isPending: boolean, { say, actions }: Scene): Node =>
  div(
    'dialog-buttons',
    button(stay, actions.close, 'button', { disabled: isPending }),
    confirm === null
      ? null
      : h(
          'button',
          {
            type: 'submit',
            class: `button ${confirm.name}`,
            'aria-disabled': isPending || confirm.off ? 'true' : null,
          },
          isPending ? say.words.acting : confirm.text,
        ),
  )

/** What went wrong, or that it takes its time: said aloud as it comes. */
function trouble(dialog: Dialog, say: Speech): Node {
  const { action, isUnanswered } = dialog
  const inWords = dialog.kind === 'buy' && dialog.terms === null ? unreadInWords : problemInWords
  const open = isUnanswered && action.status === 'idle' ? say.words.unanswered : null
  const text = action.status === 'failed' ? inWords(action.problem, say) : open
  return h(
    'div',
    { class: 'trouble', role: 'alert' },
    text === null ? null : p('problem', alertIcon(), span('', text)),
    action.status === 'pending' ? p('muted', say.words.asking) : null,
  )
}

function frameOf(dialog: Dialog, scene: Scene): Frame {
  const { state, say, actions } = scene
  if (dialog.kind === 'buy') return buyFrame(dialog, scene)
  if (dialog.kind === 'withdraw') return withdrawFrame(dialog, scene)
  const view = confirmationView(dialog.kind, dialog.sentAt ?? state.progress, say)
  return {
    title: view.title,
    body: [
      p('', view.text),
      dialog.kind === 'continue' && state.passedTerms && rulesIn(termsView(state.passedTerms, say).phases.slice(1)),
    ],
    confirm: {
      text: view.button,
      // By all the others something is lost.
      name: dialog.kind === 'continue' ? 'primary' : 'danger',
      act: () => void actions.confirm(),
    },
    stay: view.stay,
  }
}

const rulesIn = (phases: TermsView['phases']): Content =>
  phases.map(({ title, rules }) => [heading(3, title), points(rules, 'rules')])

function buyFrame({ terms, tierId, action }: Dialog & { kind: 'buy' }, { state, say, actions }: Scene): Frame {
  const { words } = say
  if (terms === null) {
    const hasFailed = action.status === 'failed'
    const again = { text: words.tryAgain, name: 'primary', act: () => void actions.look(tierId) }
    return {
      title: words.offersTitle,
      body: hasFailed ? null : p('empty', words.loading),
      confirm: hasFailed ? again : null,
      stay: words.close,
    }
  }
  const view = termsView(terms, say)
  const wholeTerms = link(state.config.termsUrl, words.terms)
  const { phase, progress, config } = state
  const why = obstacle(state, say)
  const mayBuy = phase === 'ready' && progress !== null && why === null && config.features?.purchase !== false
  return {
    title: view.title,
    body: [
      p('lead', view.lead),
      rulesIn(view.phases),
      p('warning', alertIcon(), span('', view.warning)),
      why === null ? null : p('hint', why),
      wholeTerms && p('', wholeTerms),
    ],
    confirm: mayBuy ? { text: view.button, name: 'primary', act: () => void actions.confirm() } : null,
    stay: mayBuy ? words.back : words.close,
  }
}

function withdrawFrame(
  { typed, touched, sentAt, action }: Dialog & { kind: 'withdraw' },
  { state, say, actions }: Scene,
): Frame {
  const { words } = say
  const progress = sentAt ?? state.progress
  if (progress?.type !== 'funded_account') {
    return { title: words.withdrawTitle, body: null, confirm: null, stay: words.close }
  }
  const view = withdrawalView(progress, typed, say)
  const problem = touched ? view.problem : null
  return {
    title: words.withdrawTitle,
    body: [
      view.isFixed ? null : amountField(typed, view.hint, problem, action.status === 'pending', { say, actions }),
      h(
        'dl',
        {},
        view.rows.map(({ label, value, isTotal }) =>
          div(isTotal ? 'sum-row total' : 'sum-row', h('dt', {}, label), h('dd', {}, value)),
        ),
      ),
      view.notes.map((note) => p('muted', note)),
    ],
    confirm: {
      text: view.button,
      name: 'primary',
      act: () => (view.gross === null ? undefined : void actions.confirm(view.gross)),
      off: view.gross === null,
    },
    stay: words.back,
  }
}

const amountField = (
  typed: string,
  hint: string,
  problem: string | null,
  isPending: boolean,
  { say, actions }: Pick<Scene, 'say' | 'actions'>,
): Node =>
  div(
    'field',
    h('label', { for: 'amount' }, say.words.withdrawAmount),
    h('input', {
      id: 'amount',
      class: 'input',
      inputmode: 'decimal',
      autocomplete: 'off',
      readonly: isPending,
      'aria-describedby': 'amount-hint',
      'aria-invalid': problem === null ? null : 'true',
      value: typed,
      on: { input: ({ target }) => actions.type((target as HTMLInputElement).value) },
    }),
    h('p', { id: 'amount-hint', class: problem === null ? 'muted' : 'problem' }, problem ?? hint),
  )
