import { createRoute, redirect } from '@tanstack/react-router';
import { loadTexts } from '../../ui/language/i18n.ts';
import { lazyScreen, privateLayout, textSearch } from './layout-routes.tsx';

const deskLayout = createRoute({
  getParentRoute: () => privateLayout,
  path: '/operator',
  loader: () => loadTexts('desk', 'dates'),
  component: lazyScreen(() => import('../../features/desk/operator/desk-layout.tsx'), 'DeskLayout'),
});

/** The desk of the operators: one route per tab. */
export const operatorRoutes = deskLayout.addChildren([
  createRoute({
    getParentRoute: () => deskLayout,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/operator/requests', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => deskLayout,
    path: '/requests',
    validateSearch: textSearch('id', 'q', 'state'),
    loader: () => loadTexts('desk-requests', 'instructions'),
    component: lazyScreen(
      () => import('../../features/desk/operator/requests/requests-tab.tsx'),
      'RequestsTab',
    ),
  }),
  createRoute({
    getParentRoute: () => deskLayout,
    path: '/letters',
    validateSearch: textSearch('id', 'q', 'state'),
    loader: () => loadTexts('desk-letters'),
    component: lazyScreen(
      () => import('../../features/desk/operator/letters-tab.tsx'),
      'LettersTab',
    ),
  }),
  createRoute({
    getParentRoute: () => deskLayout,
    path: '/support',
    validateSearch: textSearch('id', 'q', 'state'),
    loader: () => loadTexts('desk-support'),
    component: lazyScreen(
      () => import('../../features/desk/operator/support-tab.tsx'),
      'SupportTab',
    ),
  }),
  createRoute({
    getParentRoute: () => deskLayout,
    path: '/accounts',
    validateSearch: textSearch('id', 'q', 'state'),
    loader: () => loadTexts('desk-accounts'),
    component: lazyScreen(
      () => import('../../features/desk/operator/accounts/accounts-tab.tsx'),
      'AccountsTab',
    ),
  }),
  createRoute({
    getParentRoute: () => deskLayout,
    path: '/payments',
    validateSearch: textSearch('id', 'q', 'state'),
    loader: () => loadTexts('desk-payments'),
    component: lazyScreen(
      () => import('../../features/desk/operator/payments/payments-tab.tsx'),
      'PaymentsTab',
    ),
  }),
  createRoute({
    getParentRoute: () => deskLayout,
    path: '/state',
    validateSearch: textSearch('id', 'q', 'state'),
    loader: () => loadTexts('desk-state'),
    component: lazyScreen(
      () => import('../../features/desk/operator/state/state-tab.tsx'),
      'StateTab',
    ),
  }),
  createRoute({
    getParentRoute: () => deskLayout,
    path: '/audit',
    validateSearch: textSearch('id', 'q', 'state'),
    loader: () =>
      loadTexts('desk-audit', 'audit', 'desk-requests', 'desk-accounts', 'desk-payments'),
    component: lazyScreen(() => import('../../features/desk/operator/audit-tab.tsx'), 'AuditTab'),
  }),
]);
