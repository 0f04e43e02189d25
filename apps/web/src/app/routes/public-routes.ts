import { createRoute } from '@tanstack/react-router';
import { moveLinkToHistoryState } from '../../features/identity/account/public/mailed-link.ts';
import { loadTexts } from '../../ui/language/i18n.ts';
import { lazyScreen, publicLayout, textSearch } from './layout-routes.tsx';
import { textRoutes } from './text-routes.ts';

export const publicRoutes = publicLayout.addChildren([
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/login',
    validateSearch: textSearch('redirect'),
    loader: () => loadTexts('account'),
    component: lazyScreen(
      () => import('../../features/identity/account/access/login-screen.tsx'),
      'LoginScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/signup',
    validateSearch: textSearch('redirect'),
    loader: () => loadTexts('account'),
    component: lazyScreen(
      () => import('../../features/identity/account/access/sign-up-screen.tsx'),
      'SignUpScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    // A separate page: navigation within the application becomes a page load.
    path: '/delivery',
    beforeLoad: ({ location }) => {
      window.location.replace(location.href);
      return new Promise<never>(() => {});
    },
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/forgot-password',
    loader: () => loadTexts('account'),
    component: lazyScreen(
      () => import('../../features/identity/account/access/forgot-password-screen.tsx'),
      'ForgotPasswordScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/update-password',
    beforeLoad: moveLinkToHistoryState,
    loader: () => loadTexts('account', 'links'),
    component: lazyScreen(
      () => import('../../features/identity/account/access/update-password-screen.tsx'),
      'UpdatePasswordScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/password-success',
    loader: () => loadTexts('account'),
    component: lazyScreen(
      () => import('../../features/identity/account/access/update-password-screen.tsx'),
      'PasswordSuccessScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/verify',
    beforeLoad: moveLinkToHistoryState,
    loader: () => loadTexts('account', 'links'),
    component: lazyScreen(
      () => import('../../features/identity/account/access/verify-screen.tsx'),
      'VerifyScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/invitation',
    beforeLoad: moveLinkToHistoryState,
    loader: () => loadTexts('invitation'),
    component: lazyScreen(
      () => import('../../features/people/invitation/invitation-screen.tsx'),
      'InvitationScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/check-in',
    beforeLoad: moveLinkToHistoryState,
    loader: () => loadTexts('check-ins'),
    component: lazyScreen(
      () => import('../../features/protocol/check-ins/check-in-screen.tsx'),
      'CheckInScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/stop',
    beforeLoad: moveLinkToHistoryState,
    loader: () => loadTexts('veto'),
    component: lazyScreen(
      () => import('../../features/protocol/control/veto/veto-screen.tsx'),
      'VetoScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/second-address',
    beforeLoad: moveLinkToHistoryState,
    loader: () => loadTexts('release'),
    component: lazyScreen(
      () => import('../../features/protocol/control/second-address-screen.tsx'),
      'SecondAddressScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/reconfirmation',
    beforeLoad: moveLinkToHistoryState,
    loader: () => loadTexts('reconfirmation'),
    component: lazyScreen(
      () => import('../../features/people/invitation/reconfirmation-screen.tsx'),
      'ReconfirmationScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/rehearsal-answer',
    beforeLoad: moveLinkToHistoryState,
    loader: () => loadTexts('rehearsal'),
    component: lazyScreen(
      () => import('../../features/protocol/rehearsal/answer-screen.tsx'),
      'RehearsalAnswerScreen',
    ),
  }),
  ...textRoutes,
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/yookassa-return',
    validateSearch: textSearch('type', 'crt', 'plan_id', 'period', 'payment_id', 'status'),
    loader: () => loadTexts('payment'),
    component: lazyScreen(
      () => import('../../features/billing/payments/payment-return-screen.tsx'),
      'PaymentReturnScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/success',
    loader: () => loadTexts('payment'),
    component: lazyScreen(
      () => import('../../features/billing/payments/payment-return-screen.tsx'),
      'SuccessScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/cancel',
    loader: () => loadTexts('payment'),
    component: lazyScreen(
      () => import('../../features/billing/payments/payment-return-screen.tsx'),
      'CancelScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/setup',
    loader: () => loadTexts('setup'),
    component: lazyScreen(
      () => import('../../features/service/setup/setup-screen.tsx'),
      'SetupScreen',
    ),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/dev/mailbox',
    validateSearch: textSearch('mail'),
    loader: () => loadTexts('captured-mail'),
    component: lazyScreen(
      () => import('../../features/mail/captured-mail/captured-mail-screen.tsx'),
      'CapturedMailScreen',
    ),
  }),
]);
