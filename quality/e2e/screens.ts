/**
 * Screens with the components of `/personal-data-consent` and longer texts; axe checks only that
 * screen.
 */
export const longDocuments = ['/terms', '/privacy', '/public-offer'];

/** The screens that work signed out, except `longDocuments`. */
export const publicScreens = [
  '/welcome',
  '/login',
  '/signup',
  '/forgot-password',
  '/update-password',
  '/update-password?type=recovery&token=made-up',
  '/password-success',
  '/verify',
  '/invitation?token=made-up',
  '/check-in?token=made-up',
  '/stop',
  '/stop#token=made-up',
  '/second-address#token=made-up',
  '/reconfirmation#token=made-up',
  '/rehearsal-answer#token=made-up',
  '/delivery',
  '/yookassa-return',
  '/personal-data-consent',
  '/faq#who-can-read',
  '/success',
  '/cancel',
  '/setup',
  '/dev/mailbox',
];

/** Every screen that requires a sign-in. */
export const privateScreens = [
  '/dashboard',
  '/readiness',
  '/readiness/rehearsal',
  '/settings',
  '/settings?tab=plan',
  '/settings?tab=security',
  '/settings?tab=privacy',
  '/settings?tab=protocol',
  '/settings?tab=support',
  '/contact',
  '/trusted-legacies',
  '/trusted-legacies/request',
  '/operator',
  '/mail',
  '/mail?folder=inbox',
  '/instructions',
  '/mock-payment',
  '/nowhere',
];

/** Screens of an owner with a contact, an instruction and a request to the support. */
export const filledScreens = [
  '/contact',
  '/instructions',
  '/mail',
  '/dashboard',
  '/settings?tab=support',
];

export const deskScreens = [
  '/operator/requests',
  '/operator/letters',
  '/operator/support',
  '/operator/accounts',
  '/operator/payments',
  '/operator/state',
  '/operator/audit',
];

/**
 * Component tests in apps/web/src that check the same parts of a screen with axe, narrow and wide.
 * Journeys check these screens only with `LONG_PROOFS=1`.
 */
export const coveredByComponentTests = {
  public: {
    '/login': 'features/desk/maintenance/maintenance',
    '/stop': 'features/protocol/control/veto/veto-screen',
    '/second-address#token=made-up': 'features/protocol/control/second-address',
  },
  empty: {
    '/readiness': 'features/protocol/dashboard/readiness/readiness',
    '/settings': 'features/identity/account/profile/profile',
    '/settings?tab=security': 'features/identity/account/security/security',
    '/settings?tab=privacy': 'features/identity/account/privacy/privacy',
    '/mail?folder=inbox': 'features/mail/mailbox/messages',
  },
  filled: {
    '/contact': 'features/people/contacts/contact-card',
    '/instructions': 'features/vault/instructions/list/list',
    '/mail': 'app/mail/mail-pages',
    '/dashboard': 'features/protocol/dashboard/dashboard',
    '/settings?tab=support': 'features/desk/support/support-tab',
  },
  desk: {
    '/operator/requests': 'features/desk/operator/requests/requests-tab',
    '/operator/letters': 'features/desk/operator/letters-tab',
    '/operator/support': 'features/desk/operator/support-tab',
    '/operator/accounts': 'features/desk/operator/accounts/accounts-tab',
    '/operator/payments': 'features/desk/operator/payments/payments-tab',
    '/operator/state': 'features/desk/operator/state/state-tab',
    '/operator/audit': 'features/desk/operator/audit-tab',
  },
};
