import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { servePages } from './build/dev-server.ts';
import { firstPaints } from './build/first-paint.ts';
import { firstScreens } from './build/first-screens.ts';
import { pageTexts } from './build/page-texts.ts';
import { pdfResources } from './build/pdf-resources.ts';
import { sharedFiles } from './build/shared-files.ts';
import { textFiles } from './build/text-files.ts';
import { endpointAddresses, textFiguresModule } from './build/virtual-modules.ts';

const libraries =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|@tanstack)[\\/]/;

export default defineConfig({
  plugins: [
    react(),
    endpointAddresses(),
    endpointAddresses(undefined, 'preview-addresses'),
    textFiguresModule(),
    textFiles(),
    servePages('delivery'),
    pageTexts(),
    pdfResources(),
    firstScreens({
      login: {
        modules: ['features/identity/account/access/login-screen.tsx'],
        texts: ['account'],
        firstPaint: firstPaints.login,
      },
      signup: {
        modules: ['features/identity/account/access/sign-up-screen.tsx'],
        texts: ['account'],
        firstPaint: firstPaints.signup,
      },
      faq: {
        modules: ['features/service/faq/faq-screen.tsx', 'features/service/faq/faq-texts.ts'],
        texts: ['faq'],
        longTexts: ['faq/ru.json', 'facts/ru.json'],
        firstPaint: firstPaints.faq,
      },
      dashboard: {
        modules: [
          'app/layouts/private-layout.tsx',
          'features/protocol/dashboard/dashboard-screen.tsx',
        ],
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
    // The PDF reader exceeds the default limit, and is fetched only when a PDF is opened.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Every dynamic import needs it, so it must not be part of a dynamically imported chunk.
            { name: 'preload', test: /vite[\\/]preload-helper/, priority: 7 },
            { name: 'libraries', test: libraries, priority: 6 },
            ...sharedFiles(),
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    // The public page is filled in by the server.
    proxy: {
      '/api': { target: 'http://localhost:3000' },
      '/welcome': { target: 'http://localhost:3000' },
    },
  },
});
