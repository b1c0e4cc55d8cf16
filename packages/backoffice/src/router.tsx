import { createRootRoute, createRoute, createRouter, Link, lazyRouteComponent } from '@tanstack/react-router'
import { Shell } from './layout/shell.tsx'
import { idInPath, parseSearch, pathOfId, stringifySearch, texts } from './search.ts'
import { PageHead } from './ui/panel.tsx'
import { Empty, Failed } from './ui/states.tsx'

const Nowhere = () => (
  <>
    <PageHead title="There is no such page" />
    <Empty>
      <Link to="/">Go to the first page</Link>
    </Empty>
  </>
)

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <Nowhere />,
  errorComponent: ({ error }) => <Failed error={error} again={() => window.location.reload()} />,
})

const today = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: texts('days'),
  component: lazyRouteComponent(() => import('./pages/today-page.tsx'), 'TodayPage'),
})

const payouts = createRoute({
  getParentRoute: () => root,
  path: '/payouts',
  validateSearch: texts('status', 'userId', 'id', 'cursor'),
  component: lazyRouteComponent(() => import('./pages/payouts-page.tsx'), 'PayoutsPage'),
})

const players = createRoute({
  getParentRoute: () => root,
  path: '/players',
  validateSearch: texts('search', 'running', 'cursor'),
  component: lazyRouteComponent(() => import('./pages/players-page.tsx'), 'PlayersPage'),
})

const player = createRoute({
  getParentRoute: () => root,
  path: '/players/$userId',
  params: {
    parse: ({ userId }) => ({ userId: idInPath(userId) }),
    stringify: ({ userId }) => ({ userId: pathOfId(userId) }),
  },
  validateSearch: texts('only', 'cursor', 'programId'),
  component: lazyRouteComponent(() => import('./pages/player-page.tsx'), 'PlayerPage'),
})

const bets = createRoute({
  getParentRoute: () => root,
  path: '/bets',
  validateSearch: texts('view', 'status', 'userId', 'externalBetId', 'cursor'),
  component: lazyRouteComponent(() => import('./pages/bets-page.tsx'), 'BetsPage'),
})

const tiers = createRoute({
  getParentRoute: () => root,
  path: '/tiers',
  validateSearch: texts('tier', 'ruleset', 'version', 'cursor'),
  component: lazyRouteComponent(() => import('./pages/tiers-page.tsx'), 'TiersPage'),
})

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  validateSearch: texts('status', 'id', 'cursor'),
  component: lazyRouteComponent(() => import('./pages/webhooks-page.tsx'), 'WebhooksPage'),
})

const integration = createRoute({
  getParentRoute: () => root,
  path: '/integration',
  component: lazyRouteComponent(() => import('./pages/integration-page.tsx'), 'IntegrationPage'),
})

const people = createRoute({
  getParentRoute: () => root,
  path: '/people',
  component: lazyRouteComponent(() => import('./pages/people-page.tsx'), 'PeoplePage'),
})

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: texts('actor', 'action', 'target', 'from', 'to', 'cursor'),
  component: lazyRouteComponent(() => import('./pages/audit-page.tsx'), 'AuditPage'),
})

const tenants = createRoute({
  getParentRoute: () => root,
  path: '/tenants',
  validateSearch: texts('id', 'cursor'),
  component: lazyRouteComponent(() => import('./pages/tenants-page.tsx'), 'TenantsPage'),
})

const installationAudit = createRoute({
  getParentRoute: () => root,
  path: '/installation-audit',
  validateSearch: texts('actor', 'action', 'target', 'from', 'to', 'cursor'),
  component: lazyRouteComponent(() => import('./pages/installation-audit-page.tsx'), 'InstallationAuditPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    today,
    payouts,
    players,
    player,
    bets,
    tiers,
    webhooks,
    integration,
    people,
    audit,
    tenants,
    installationAudit,
  ]),
  basepath: '/backoffice',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
