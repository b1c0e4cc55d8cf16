import { ChallengeWidget } from './challenge-widget.ts'

// Loaded twice, by a page and by its tag manager, it is there once.
if (customElements.get('challenge-widget') === undefined) customElements.define('challenge-widget', ChallengeWidget)
