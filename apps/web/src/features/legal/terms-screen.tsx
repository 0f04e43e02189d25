import { LegalPage } from './legal-page.tsx';

export function TermsScreen() {
  return <LegalPage document="terms_of_use" />;
}
