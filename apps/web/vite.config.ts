import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { endpointAddresses } from './build/endpoint-addresses.ts';
import { ownPages } from './build/own-pages.ts';
import { pageTexts } from './build/page-texts.ts';
import { pdfResources } from './build/pdf-resources.ts';
import { preloadFonts } from './build/preload-fonts.ts';

// What every screen needs comes in two files instead of thirty.
const libraries =
  /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|i18next|react-i18next|@tanstack)[\\/]/;
const foundation = /src[\\/](interface|features[\\/]session)[\\/](?!toast-area)/;

export default defineConfig({
  plugins: [
    react(),
    endpointAddresses(),
    ownPages('delivery'),
    pageTexts(),
    pdfResources(),
    preloadFonts(),
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
            { name: 'libraries', test: libraries },
            { name: 'foundation', test: foundation },
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
