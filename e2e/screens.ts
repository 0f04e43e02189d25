/** The screen of the consent with longer texts. */
export const longDocuments = ['/terms', '/privacy', '/public-offer'];

/** Every other screen that works signed out, by its address. */
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
  '/still-here#token=made-up',
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

/** Every screen for which one signs in. */
export const privateScreens = [
  '/dashboard',
  '/readiness',
  '/readiness/rehearsal',
  '/settings',
  '/settings?tab=plan',
  '/settings?tab=security',
  '/settings?tab=privacy',
  '/settings?tab=email',
  '/settings?tab=protocol',
  '/settings?tab=agreements',
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

/** Every screen of the operators' desk. */
export const deskScreens = [
  '/operator/requests',
  '/operator/letters',
  '/operator/support',
  '/operator/accounts',
  '/operator/payments',
  '/operator/state',
  '/operator/audit',
];
