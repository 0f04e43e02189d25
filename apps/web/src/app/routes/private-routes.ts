import { createRoute, redirect } from '@tanstack/react-router';
import { moveLinkToHistoryState } from '../../features/identity/account/public/mailed-link.ts';
import { prefetchDashboard } from '../../features/protocol/dashboard/use-dashboard.ts';
import { queryClient } from '../../platform/queries/query-client.ts';
import { loadTexts } from '../../ui/language/i18n.ts';
import { gatedLayout, lazyScreen, privateLayout, textSearch } from './layout-routes.tsx';
import { operatorRoutes } from './operator-routes.ts';

export const gatedRoutes = gatedLayout.addChildren([
  createRoute({
    getParentRoute: () => gatedLayout,
    path: '/reset-password',
    beforeLoad: moveLinkToHistoryState,
    loader: () => loadTexts('account', 'links'),
    component: lazyScreen(
      () => import('../../features/identity/account/access/update-password-screen.tsx'),
      'UpdatePasswordScreen',
    ),
  }),
]);

export const privateRoutes = privateLayout.addChildren([
  createRoute({
    getParentRoute: () => privateLayout,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/dashboard', replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => privateLayout,
    path: '/dashboard',
    loader: () => {
      void prefetchDashboard(queryClient);
      return loadTexts('dashboard', 'protocol', 'readiness');
    },
    component: lazyScreen(
      () => import('../../features/protocol/dashboard/dashboard-screen.tsx'),
      'DashboardScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => privateLayout,
    path: '/readiness',
    loader: () => loadTexts('readiness', 'protocol'),
    component: lazyScreen(
      () => import('../../features/protocol/dashboard/readiness/readiness-screen.tsx'),
      'ReadinessScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => privateLayout,
    path: '/readiness/rehearsal',
    loader: () => loadTexts('rehearsal'),
    component: lazyScreen(
      () => import('../../features/protocol/rehearsal/rehearsal-screen.tsx'),
      'RehearsalScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => privateLayout,
    path: '/settings',
    validateSearch: textSearch('tab', 'topic', 'plan_id'),
    loader: () =>
      loadTexts(
        'settings',
        'links',
        'plans',
        'support',
        'audit',
        'privacy',
        'data-export',
        'dates',
      ),
    component: lazyScreen(() => import('../settings/settings-screen.tsx'), 'SettingsScreen'),
  }),
  createRoute({
    getParentRoute: () => privateLayout,
    path: '/mail',
    validateSearch: textSearch('folder', 'message', 'q', 'page'),
    loader: () => loadTexts('mail', 'list', 'mailbox', 'instructions', 'protocol'),
    component: lazyScreen(() => import('../mail/mail-screen.tsx'), 'MailScreen'),
  }),
  createRoute({
    getParentRoute: () => privateLayout,
    path: '/contact',
    validateSearch: textSearch('remove'),
    loader: () => loadTexts('contacts', 'instructions', 'links', 'protocol'),
    component: lazyScreen(() => import('../screens/contacts.tsx'), 'ContactsWithDraft'),
  }),
  createRoute({
    getParentRoute: () => privateLayout,
    path: '/instructions',
    validateSearch: textSearch(
      'new',
      'read',
      'edit',
      'at',
      'bin',
      'write',
      'person',
      'q',
      'category',
      'to',
      'priority',
      'state',
      'sort',
      'page',
    ),
    loader: () => loadTexts('instructions', 'list', 'contacts', 'protocol'),
    component: lazyScreen(() => import('../screens/instructions.tsx'), 'InstructionsWithDelivery'),
  }),
  createRoute({
    getParentRoute: () => privateLayout,
    path: '/trusted-legacies',
    loader: () => loadTexts('legacies', 'protocol', 'requests'),
    component: lazyScreen(
      () => import('../../features/protocol/legacies/legacies-screen.tsx'),
      'LegaciesScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => privateLayout,
    path: '/trusted-legacies/request',
    validateSearch: textSearch('legacy'),
    loader: () => loadTexts('requests', 'legacies', 'instructions'),
    component: lazyScreen(
      () => import('../../features/protocol/legacies/request/request-screen.tsx'),
      'RequestScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => privateLayout,
    path: '/mock-payment',
    validateSearch: textSearch('amount', 'plan', 'payment_id', 'crt', 'return', 'description'),
    loader: () => loadTexts('payment'),
    component: lazyScreen(
      () => import('../../features/billing/payments/mock-payment-screen.tsx'),
      'MockPaymentScreen',
    ),
  }),
  operatorRoutes,
  createRoute({
    getParentRoute: () => privateLayout,
    path: '$',
    component: lazyScreen(() => import('../screens/not-found-screen.tsx'), 'NotFoundScreen'),
  }),
]);
