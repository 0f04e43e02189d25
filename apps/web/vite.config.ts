import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { endpointAddresses } from './build/endpoint-addresses.ts';
import { firstPaints } from './build/first-paint.ts';
import { firstScreens } from './build/first-screens.ts';
import { ownPages } from './build/own-pages.ts';
import { pageTexts } from './build/page-texts.ts';
import { pdfResources } from './build/pdf-resources.ts';

// What every screen needs comes in two files instead of thirty.
const libraries =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|i18next|react-i18next(?!.*[\\/]Trans)|@tanstack)[\\/]|icons-react[\\/]dist[\\/]esm[\\/](createReactComponent|defaultAttributes)/;
const foundation =
  /src[\\/](interface|app[\\/](shell|layouts)|features[\\/](session|setup|legal[\\/]api|dashboard[\\/]api))[\\/](?!select|tabs|check-group|segmented-control|meter|progress-bar|text-area-field|unfolding-list|proof-dialog|confirm-dialog|address-slip|new-password-fields|password-checklist|setup-(screen|report|findings))/;
// Small things that the first screens share, and icons of the bar.
const firstNeeds =
  /(features[\\/]account[\\/]((guest-card|login-failure)\.tsx|(carried-address|use-is-guest)\.ts|account\.module\.css)|icons[\\/]Icon(Sun|Moon|SunMoon|ArrowLeft)\.mjs)$/;
const dashboard = /src[\\/]features[\\/](dashboard|protocol)[\\/]/;
// With what the routes of long texts fetch them, before the screens of these texts are there.
const textFetching =
  /(texts[\\/](text-files|text-language|service-facts|service-facts-rules)|document-texts|edition-rules|faq-texts|days|editions)\.ts$/;

export default defineConfig({
  plugins: [
    react(),
    endpointAddresses(),
    ownPages('delivery'),
    pageTexts(),
    pdfResources(),
    firstScreens({
      login: {
        modules: ['features/account/login-screen.tsx'],
        texts: ['account'],
        firstPaint: firstPaints.login,
      },
      signup: {
        modules: ['features/account/sign-up-screen.tsx'],
        texts: ['account'],
        firstPaint: firstPaints.signup,
      },
      faq: {
        modules: ['features/faq/faq-screen.tsx'],
        texts: ['faq'],
        longTexts: ['faq/ru.json', 'facts/ru.json'],
        firstPaint: firstPaints.faq,
      },
      dashboard: {
        modules: ['app/layouts/private-layout.tsx', 'features/dashboard/dashboard-screen.tsx'],
        texts: ['dashboard', 'protocol', 'readiness'],
        firstPaint: firstPaints.dashboard,
      },
    }),
  ],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: true,
    target: 'es2022',
    // Inlined assets would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    // The PDF reader is that big, and fetched only when one is opened.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Needed to fetch anything, so it must not stand in what is fetched.
            { name: 'preload', test: /vite[\\/]preload-helper/, priority: 1 },
            { name: 'libraries', test: libraries },
            {
              name: 'foundation',
              test: (id) => [foundation, textFetching, firstNeeds].some((one) => one.test(id)),
            },
            { name: 'dashboard', test: dashboard },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': { target: 'http://localhost:3000' } },
  },
});
