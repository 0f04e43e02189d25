/** Texts of the screens by subject. Keys are checked against the Russian files, which are authoritative. */
export interface Subjects {
  account: typeof import('@zavet/locales/ru/account.json');
  assistant: typeof import('@zavet/locales/ru/assistant.json');
  audit: typeof import('@zavet/locales/ru/audit.json');
  'captured-mail': typeof import('@zavet/locales/ru/captured-mail.json');
  contacts: typeof import('@zavet/locales/ru/contacts.json');
  dates: typeof import('@zavet/locales/ru/dates.json');
  dashboard: typeof import('@zavet/locales/ru/dashboard.json');
  desk: typeof import('@zavet/locales/ru/desk.json');
  'desk-requests': typeof import('@zavet/locales/ru/desk-requests.json');
  'desk-letters': typeof import('@zavet/locales/ru/desk-letters.json');
  'desk-support': typeof import('@zavet/locales/ru/desk-support.json');
  'desk-accounts': typeof import('@zavet/locales/ru/desk-accounts.json');
  'desk-payments': typeof import('@zavet/locales/ru/desk-payments.json');
  'desk-state': typeof import('@zavet/locales/ru/desk-state.json');
  'desk-audit': typeof import('@zavet/locales/ru/desk-audit.json');
  errors: typeof import('@zavet/locales/ru/errors.json');
  factors: typeof import('@zavet/locales/ru/factors.json');
  faq: typeof import('@zavet/locales/ru/faq.json');
  instructions: typeof import('@zavet/locales/ru/instructions.json');
  invitation: typeof import('@zavet/locales/ru/invitation.json');
  legacies: typeof import('@zavet/locales/ru/legacies.json');
  legal: typeof import('@zavet/locales/ru/legal.json');
  list: typeof import('@zavet/locales/ru/list.json');
  links: typeof import('@zavet/locales/ru/links.json');
  maintenance: typeof import('@zavet/locales/ru/maintenance.json');
  mail: typeof import('@zavet/locales/ru/mail.json');
  'data-export': typeof import('@zavet/locales/ru/data-export.json');
  mailbox: typeof import('@zavet/locales/ru/mailbox.json');
  payment: typeof import('@zavet/locales/ru/payment.json');
  plans: typeof import('@zavet/locales/ru/plans.json');
  'check-ins': typeof import('@zavet/locales/ru/check-ins.json');
  privacy: typeof import('@zavet/locales/ru/privacy.json');
  protocol: typeof import('@zavet/locales/ru/protocol.json');
  readiness: typeof import('@zavet/locales/ru/readiness.json');
  refusals: typeof import('@zavet/locales/ru/refusals.json');
  rehearsal: typeof import('@zavet/locales/ru/rehearsal.json');
  release: typeof import('@zavet/locales/ru/release.json');
  requests: typeof import('@zavet/locales/ru/requests.json');
  settings: typeof import('@zavet/locales/ru/settings.json');
  setup: typeof import('@zavet/locales/ru/setup.json');
  shell: typeof import('@zavet/locales/ru/shell.json');
  veto: typeof import('@zavet/locales/ru/veto.json');
  reconfirmation: typeof import('@zavet/locales/ru/reconfirmation.json');
  support: typeof import('@zavet/locales/ru/support.json');
}

export type Subject = keyof Subjects;
