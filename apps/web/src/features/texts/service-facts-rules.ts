import type { ServiceFacts } from '@zavet/contract/legal/figures';

export interface Service {
  operator: string | null;
  support_email: string;
  site_address: string;
}

/** What a text says where a fact is missing: `unnamed` by the operator, or `unknown` for now. */
export interface FactWords {
  operator: { unnamed: string; unknown: string };
  supportEmail: { unknown: string };
}

/** A text is readable in any case, also when the server does not answer. */
export function serviceFactsOf(
  service: Service | undefined,
  words: FactWords,
  origin: string,
): ServiceFacts {
  if (!service) {
    return {
      operator: words.operator.unknown,
      supportEmail: words.supportEmail.unknown,
      siteAddress: origin,
    };
  }
  return {
    operator: service.operator ?? words.operator.unnamed,
    supportEmail: service.support_email,
    siteAddress: service.site_address,
  };
}
