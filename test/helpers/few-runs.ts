import fc from 'fast-check'

// Mutation testing runs each property once a mutant, over a thousand times in all: a tenth of the runs, each time the
// same ones, so that a score can be repeated.
fc.configureGlobal({ numRuns: 10, seed: 2026 })
