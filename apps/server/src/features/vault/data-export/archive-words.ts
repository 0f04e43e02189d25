import type { Locale } from '@zavet/contract/locales';
import enArchive from '@zavet/locales/en/archive.json' with { type: 'json' };
import enAudit from '@zavet/locales/en/audit.json' with { type: 'json' };
import enCheckIns from '@zavet/locales/en/check-ins.json' with { type: 'json' };
import enContacts from '@zavet/locales/en/contacts.json' with { type: 'json' };
import enInstructions from '@zavet/locales/en/instructions.json' with { type: 'json' };
import enLegal from '@zavet/locales/en/legal.json' with { type: 'json' };
import enPlans from '@zavet/locales/en/plans.json' with { type: 'json' };
import enProtocol from '@zavet/locales/en/protocol.json' with { type: 'json' };
import enSettings from '@zavet/locales/en/settings.json' with { type: 'json' };
import enSupport from '@zavet/locales/en/support.json' with { type: 'json' };
import fiArchive from '@zavet/locales/fi/archive.json' with { type: 'json' };
import fiAudit from '@zavet/locales/fi/audit.json' with { type: 'json' };
import fiCheckIns from '@zavet/locales/fi/check-ins.json' with { type: 'json' };
import fiContacts from '@zavet/locales/fi/contacts.json' with { type: 'json' };
import fiInstructions from '@zavet/locales/fi/instructions.json' with { type: 'json' };
import fiLegal from '@zavet/locales/fi/legal.json' with { type: 'json' };
import fiPlans from '@zavet/locales/fi/plans.json' with { type: 'json' };
import fiProtocol from '@zavet/locales/fi/protocol.json' with { type: 'json' };
import fiSettings from '@zavet/locales/fi/settings.json' with { type: 'json' };
import fiSupport from '@zavet/locales/fi/support.json' with { type: 'json' };
import frArchive from '@zavet/locales/fr/archive.json' with { type: 'json' };
import frAudit from '@zavet/locales/fr/audit.json' with { type: 'json' };
import frCheckIns from '@zavet/locales/fr/check-ins.json' with { type: 'json' };
import frContacts from '@zavet/locales/fr/contacts.json' with { type: 'json' };
import frInstructions from '@zavet/locales/fr/instructions.json' with { type: 'json' };
import frLegal from '@zavet/locales/fr/legal.json' with { type: 'json' };
import frPlans from '@zavet/locales/fr/plans.json' with { type: 'json' };
import frProtocol from '@zavet/locales/fr/protocol.json' with { type: 'json' };
import frSettings from '@zavet/locales/fr/settings.json' with { type: 'json' };
import frSupport from '@zavet/locales/fr/support.json' with { type: 'json' };
import ptArchive from '@zavet/locales/pt/archive.json' with { type: 'json' };
import ptAudit from '@zavet/locales/pt/audit.json' with { type: 'json' };
import ptCheckIns from '@zavet/locales/pt/check-ins.json' with { type: 'json' };
import ptContacts from '@zavet/locales/pt/contacts.json' with { type: 'json' };
import ptInstructions from '@zavet/locales/pt/instructions.json' with { type: 'json' };
import ptLegal from '@zavet/locales/pt/legal.json' with { type: 'json' };
import ptPlans from '@zavet/locales/pt/plans.json' with { type: 'json' };
import ptProtocol from '@zavet/locales/pt/protocol.json' with { type: 'json' };
import ptSettings from '@zavet/locales/pt/settings.json' with { type: 'json' };
import ptSupport from '@zavet/locales/pt/support.json' with { type: 'json' };
import ruArchive from '@zavet/locales/ru/archive.json' with { type: 'json' };
import ruAudit from '@zavet/locales/ru/audit.json' with { type: 'json' };
import ruCheckIns from '@zavet/locales/ru/check-ins.json' with { type: 'json' };
import ruContacts from '@zavet/locales/ru/contacts.json' with { type: 'json' };
import ruInstructions from '@zavet/locales/ru/instructions.json' with { type: 'json' };
import ruLegal from '@zavet/locales/ru/legal.json' with { type: 'json' };
import ruPlans from '@zavet/locales/ru/plans.json' with { type: 'json' };
import ruProtocol from '@zavet/locales/ru/protocol.json' with { type: 'json' };
import ruSettings from '@zavet/locales/ru/settings.json' with { type: 'json' };
import ruSupport from '@zavet/locales/ru/support.json' with { type: 'json' };
import svArchive from '@zavet/locales/sv/archive.json' with { type: 'json' };
import svAudit from '@zavet/locales/sv/audit.json' with { type: 'json' };
import svCheckIns from '@zavet/locales/sv/check-ins.json' with { type: 'json' };
import svContacts from '@zavet/locales/sv/contacts.json' with { type: 'json' };
import svInstructions from '@zavet/locales/sv/instructions.json' with { type: 'json' };
import svLegal from '@zavet/locales/sv/legal.json' with { type: 'json' };
import svPlans from '@zavet/locales/sv/plans.json' with { type: 'json' };
import svProtocol from '@zavet/locales/sv/protocol.json' with { type: 'json' };
import svSettings from '@zavet/locales/sv/settings.json' with { type: 'json' };
import svSupport from '@zavet/locales/sv/support.json' with { type: 'json' };
import { createTranslate, type Facts, type KeyOf } from '@zavet/locales/translate';

/** Locale files of screens; the archive page reuses their names of values. */
type ScreenSubject = Exclude<keyof (typeof archiveTexts)['ru'], 'archive'>;

/** Texts and formats of the archive page. They are plain text, which the page escapes. */
export interface ArchiveWords {
  locale: Locale;
  say(key: KeyOf<typeof ruArchive>, facts?: Facts): string;
  yesOrNo(value: boolean): string;
  /** The name of a value on the screens, or the value itself if it has none. */
  name(subject: ScreenSubject, group: string, value: string): string;
  moment(iso: string): string;
  day(iso: string): string;
  size(bytes: number): string;
  hours(count: number): string;
  money(rubles: number, currency: string): string;
}

/** The texts are large: import this module dynamically. */
export function archiveWords(locale: Locale): ArchiveWords {
  const { archive: own, ...others } = archiveTexts[locale];
  const translate = createTranslate(locale, {
    text: (key) => {
      throw new Error(`No text for ${key}`);
    },
    fact: (name, text) => {
      throw new Error(`A value is missing in «${text}»: ${name}`);
    },
  });
  const named = createTranslate(locale, {
    text: (key) => key.slice(key.lastIndexOf('.') + 1),
    fact: () => '',
  });
  const dates = locale === 'en' ? 'en-GB' : locale;
  const days = new Intl.DateTimeFormat(dates, { dateStyle: 'long', timeZone: 'UTC' });
  const moments = new Intl.DateTimeFormat(dates, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone: 'Europe/Moscow', timeZoneName: 'short' },
  });
  const unit = (name: string, digits: number) =>
    new Intl.NumberFormat(locale, {
      ...{ style: 'unit', unit: name, unitDisplay: 'long', maximumFractionDigits: digits },
    });
  const [bytes, megabytes, hours] = [unit('byte', 0), unit('megabyte', 2), unit('hour', 0)];
  const say: ArchiveWords['say'] = (key, facts) => translate(own, key, facts);
  return {
    locale,
    say,
    yesOrNo: (value) => say(value ? 'yes' : 'no'),
    name: (subject, group, value) => named(others[subject], `${group}.${value}`),
    moment: (iso) => moments.format(new Date(iso)),
    day: (iso) => days.format(new Date(iso)),
    size: (count) =>
      count < 10_000 ? bytes.format(count) : megabytes.format(count / (1024 * 1024)),
    hours: (count) => hours.format(count),
    money: (amount, currency) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount),
  };
}

const archiveTexts = {
  ru: {
    archive: ruArchive,
    audit: ruAudit,
    contacts: ruContacts,
    instructions: ruInstructions,
    legal: ruLegal,
    plans: ruPlans,
    'check-ins': ruCheckIns,
    protocol: ruProtocol,
    settings: ruSettings,
    support: ruSupport,
  },
  en: {
    archive: enArchive,
    audit: enAudit,
    contacts: enContacts,
    instructions: enInstructions,
    legal: enLegal,
    plans: enPlans,
    'check-ins': enCheckIns,
    protocol: enProtocol,
    settings: enSettings,
    support: enSupport,
  },
  fr: {
    archive: frArchive,
    audit: frAudit,
    contacts: frContacts,
    instructions: frInstructions,
    legal: frLegal,
    plans: frPlans,
    'check-ins': frCheckIns,
    protocol: frProtocol,
    settings: frSettings,
    support: frSupport,
  },
  sv: {
    archive: svArchive,
    audit: svAudit,
    contacts: svContacts,
    instructions: svInstructions,
    legal: svLegal,
    plans: svPlans,
    'check-ins': svCheckIns,
    protocol: svProtocol,
    settings: svSettings,
    support: svSupport,
  },
  fi: {
    archive: fiArchive,
    audit: fiAudit,
    contacts: fiContacts,
    instructions: fiInstructions,
    legal: fiLegal,
    plans: fiPlans,
    'check-ins': fiCheckIns,
    protocol: fiProtocol,
    settings: fiSettings,
    support: fiSupport,
  },
  pt: {
    archive: ptArchive,
    audit: ptAudit,
    contacts: ptContacts,
    instructions: ptInstructions,
    legal: ptLegal,
    plans: ptPlans,
    'check-ins': ptCheckIns,
    protocol: ptProtocol,
    settings: ptSettings,
    support: ptSupport,
  },
} as const;
