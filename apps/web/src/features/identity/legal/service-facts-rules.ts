import { formatNumber } from '@zavet/contract/formats';
import type { Locale } from '@zavet/contract/locales';
import type { ServiceFacts } from '@zavet/contract/text-figures';

export interface ServiceInfo {
  operator: string | null;
  support_email: string;
  site_address: string;
  trusted_contacts: number;
}

/** Texts for missing values: `unnamed` if the operator has no name, `unknown` until loaded. */
export interface FactTexts {
  operator: { unnamed: string; unknown: string };
  supportEmail: { unknown: string };
  /** `one` is the plural category, which in Russian includes 21. */
  trustedPersons: { unlimited: string; one: string; other: string; unknown: string };
}

/** Returns the values for placeholders in texts; neutral wording until the server answers. */
export function serviceFactsOf(
  service: ServiceInfo | undefined,
  texts: FactTexts,
  language: Locale,
  origin: string,
): ServiceFacts {
  if (!service) {
    return {
      operator: texts.operator.unknown,
      supportEmail: texts.supportEmail.unknown,
      siteAddress: origin,
      trustedPersons: texts.trustedPersons.unknown,
    };
  }
  return {
    operator: service.operator ?? texts.operator.unnamed,
    supportEmail: service.support_email,
    siteAddress: service.site_address,
    trustedPersons: trustedPersonsText(texts.trustedPersons, service.trusted_contacts, language),
  };
}

function trustedPersonsText(
  texts: FactTexts['trustedPersons'],
  limit: number,
  language: Locale,
): string {
  if (limit === 0) return texts.unlimited;
  const isOne = new Intl.PluralRules(language).select(limit) === 'one';
  const number = formatNumber(limit, language);
  return (isOne ? texts.one : texts.other).replace('{{trustedContacts}}', number);
}
