import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isFailure } from '../../sdk/src/index.ts'
import { router } from './router.tsx'
import './styles/base.css'
import './styles/parts.css'
import './styles/pages.css'

const queries: QueryClient = new QueryClient({
  // What does not go through is sent again by the client already.
  defaultOptions: { queries: { retry: false, staleTime: 2_000 }, mutations: { retry: false } },
  queryCache: new QueryCache({
    // The session has ended: the login stands in place of the page, which is there again afterwards.
    onError: (error) => {
      if (isFailure(error, 'unauthorized')) queries.setQueryData(['getSession'], null)
    },
  }),
})

const root = document.getElementById('root')
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
