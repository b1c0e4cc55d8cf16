import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isFailure } from '../../sdk/src/index.ts'
import { router } from './router.tsx'
import { HeldUp } from './ui/held-up.tsx'
import { failedLate } from './ui/left.tsx'
import './styles/base.css'
import './styles/frame.css'
import './styles/panels.css'
import './styles/tables.css'
import './styles/parts.css'
import './styles/forms.css'
import './styles/charts.css'
import './styles/dialogs.css'
import './styles/pages.css'

const queries: QueryClient = new QueryClient({
  // What does not go through is sent again by the client already. Without a network that is said, not waited out: what was
  // decided before would be done at some time later, when nobody thinks of it any more.
  defaultOptions: {
    queries: { retry: false, staleTime: 2_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({ onError: lookAtSession }),
  mutationCache: new MutationCache({
    onError: (error, _input, _before, run) => {
      lookAtSession(error)
      failedLate(run, error)
      // The role was changed since the page was opened: what it allows is shown anew.
      if (isFailure(error, 'forbidden')) void queries.invalidateQueries({ queryKey: ['getSession'] })
    },
  }),
})

/**
 * Where the session has ended, the login stands before the page, which goes on afterwards. It is asked for, since an answer
 * that comes late may speak of the session before: whoever has logged in again meanwhile stays so.
 */
function lookAtSession(error: unknown): void {
  const isKnown = queries.getQueryData(['getSession']) === null
  if (isFailure(error, 'unauthorized') && !isKnown) void queries.invalidateQueries({ queryKey: ['getSession'] })
}

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <HeldUp />
      </QueryClientProvider>
    </StrictMode>,
  )
}
