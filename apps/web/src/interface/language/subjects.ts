/** What the screens say, by subject. Keys are checked against the Russian files, the authoritative ones. */
export interface Subjects {
  account: typeof import('@zavet/locales/ru/account.json');
  assistant: typeof import('@zavet/locales/ru/assistant.json');
  'captured-mail': typeof import('@zavet/locales/ru/captured-mail.json');
  contacts: typeof import('@zavet/locales/ru/contacts.json');
  dashboard: typeof import('@zavet/locales/ru/dashboard.json');
  errors: typeof import('@zavet/locales/ru/errors.json');
  faq: typeof import('@zavet/locales/ru/faq.json');
  instructions: typeof import('@zavet/locales/ru/instructions.json');
  invitation: typeof import('@zavet/locales/ru/invitation.json');
  legacies: typeof import('@zavet/locales/ru/legacies.json');
  legal: typeof import('@zavet/locales/ru/legal.json');
  links: typeof import('@zavet/locales/ru/links.json');
  mail: typeof import('@zavet/locales/ru/mail.json');
  payment: typeof import('@zavet/locales/ru/payment.json');
  plans: typeof import('@zavet/locales/ru/plans.json');
  presence: typeof import('@zavet/locales/ru/presence.json');
  protocol: typeof import('@zavet/locales/ru/protocol.json');
  readiness: typeof import('@zavet/locales/ru/readiness.json');
  release: typeof import('@zavet/locales/ru/release.json');
  settings: typeof import('@zavet/locales/ru/settings.json');
  setup: typeof import('@zavet/locales/ru/setup.json');
  shell: typeof import('@zavet/locales/ru/shell.json');
  stop: typeof import('@zavet/locales/ru/stop.json');
  'still-here': typeof import('@zavet/locales/ru/still-here.json');
  support: typeof import('@zavet/locales/ru/support.json');
}

export type Subject = keyof Subjects;
