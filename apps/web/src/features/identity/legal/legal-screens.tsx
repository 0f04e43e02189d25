import { LegalPage } from './legal-page.tsx';

export function TermsScreen() {
  return <LegalPage document="terms_of_use" />;
}

export function PrivacyScreen() {
  return <LegalPage document="privacy_policy" />;
}

export function PublicOfferScreen() {
  return <LegalPage document="public_offer" />;
}

export function PersonalDataConsentScreen() {
  return <LegalPage document="personal_data_consent" />;
}
