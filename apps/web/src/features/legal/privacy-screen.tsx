import { LegalPage } from './legal-page.tsx';

export function PrivacyScreen() {
  return <LegalPage document="privacy_policy" />;
}
