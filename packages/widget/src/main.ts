// First, so that the words do not come after the style in the script: packing finds what repeats within 32 kB alone, and
// the names of the words repeat in the code that says them. It saves 200 bytes.
import './words/en.ts'
import { ChallengeWidget } from './challenge-widget.ts'

// Loaded twice, by a page and by its tag manager, it is there once.
if (customElements.get('challenge-widget') === undefined) customElements.define('challenge-widget', ChallengeWidget)
