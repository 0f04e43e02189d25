import type account from '@zavet/locales/ru/account.json';
import type assistant from '@zavet/locales/ru/assistant.json';
import type capturedMail from '@zavet/locales/ru/captured-mail.json';
import type contacts from '@zavet/locales/ru/contacts.json';
import type dashboard from '@zavet/locales/ru/dashboard.json';
import type errors from '@zavet/locales/ru/errors.json';
import type faq from '@zavet/locales/ru/faq.json';
import type instructions from '@zavet/locales/ru/instructions.json';
import type invitation from '@zavet/locales/ru/invitation.json';
import type legacies from '@zavet/locales/ru/legacies.json';
import type legal from '@zavet/locales/ru/legal.json';
import type links from '@zavet/locales/ru/links.json';
import type mail from '@zavet/locales/ru/mail.json';
import type payment from '@zavet/locales/ru/payment.json';
import type plans from '@zavet/locales/ru/plans.json';
import type protocol from '@zavet/locales/ru/protocol.json';
import type readiness from '@zavet/locales/ru/readiness.json';
import type settings from '@zavet/locales/ru/settings.json';
import type setup from '@zavet/locales/ru/setup.json';
import type shell from '@zavet/locales/ru/shell.json';
import type support from '@zavet/locales/ru/support.json';

/** Keys are checked against the Russian files, which are the authoritative ones. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: {
      account: typeof account;
      assistant: typeof assistant;
      contacts: typeof contacts;
      dashboard: typeof dashboard;
      errors: typeof errors;
      faq: typeof faq;
      instructions: typeof instructions;
      invitation: typeof invitation;
      legacies: typeof legacies;
      legal: typeof legal;
      links: typeof links;
      mail: typeof mail;
      'captured-mail': typeof capturedMail;
      payment: typeof payment;
      plans: typeof plans;
      protocol: typeof protocol;
      readiness: typeof readiness;
      settings: typeof settings;
      setup: typeof setup;
      shell: typeof shell;
      support: typeof support;
    };
  }
}
