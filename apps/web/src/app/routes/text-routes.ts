import { createRoute } from '@tanstack/react-router';
import type { LegalDocument } from '@zavet/contract/identity/editions';
import type { DocumentSearch } from '../../features/identity/legal/document-texts.ts';
import { queryClient } from '../../platform/queries/query-client.ts';
import { currentLanguage, loadTexts } from '../../ui/language/i18n.ts';
import { textLanguageOf } from '../../ui/long-text/text-files.ts';
import { lazyScreen, publicLayout, textSearch } from './layout-routes.tsx';

const loadScreens = () => import('../../features/identity/legal/legal-screens.tsx');

/** Legal documents and FAQ: long texts, fetched before their page is shown. */
export const textRoutes = [
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/terms',
    ...documentRouteOptions('terms_of_use'),
    component: lazyScreen(loadScreens, 'TermsScreen'),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/terms-of-use',
    ...documentRouteOptions('terms_of_use'),
    component: lazyScreen(loadScreens, 'TermsScreen'),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/privacy',
    ...documentRouteOptions('privacy_policy'),
    component: lazyScreen(loadScreens, 'PrivacyScreen'),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/privacy-policy',
    ...documentRouteOptions('privacy_policy'),
    component: lazyScreen(loadScreens, 'PrivacyScreen'),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/public-offer',
    ...documentRouteOptions('public_offer'),
    component: lazyScreen(loadScreens, 'PublicOfferScreen'),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/personal-data-consent',
    ...documentRouteOptions('personal_data_consent'),
    component: lazyScreen(loadScreens, 'PersonalDataConsentScreen'),
  }),
  createRoute({
    getParentRoute: () => publicLayout,
    path: '/faq',
    validateSearch: textSearch('text', 'q'),
    // Depends only on `text`: a changed search query must not reload the FAQ.
    loaderDeps: ({ search }: { search: { text?: string } }) => ({ text: search.text }),
    loader: ({ deps }) =>
      Promise.all([
        loadTexts('faq'),
        import('../../features/service/faq/faq-texts.ts').then(({ fetchFaq }) =>
          fetchFaq(queryClient, textLanguageOf(deps.text, currentLanguage())),
        ),
      ]),
    component: lazyScreen(() => import('../../features/service/faq/faq-screen.tsx'), 'FaqScreen'),
  }),
] as const;

function documentRouteOptions(document: LegalDocument) {
  return {
    validateSearch: textSearch('text', 'edition'),
    loaderDeps: ({ search }: { search: DocumentSearch }) => search,
    loader: ({ deps }: { deps: DocumentSearch }) =>
      Promise.all([
        loadTexts('legal'),
        import('../../features/identity/legal/document-texts.ts').then(
          ({ choiceOf, fetchDocument }) =>
            fetchDocument(queryClient, document, choiceOf(document, deps, currentLanguage())),
        ),
      ]),
  };
}
