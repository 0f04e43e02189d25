import { defineConfig } from 'vite';
import { leanPage } from './build/lean-page.ts';
import { pageTexts } from './build/page-texts.ts';
import { pdfResources } from './build/pdf-resources.ts';
import { endpointAddresses } from './build/virtual-modules.ts';

/** Phones whose browser is no longer updated. */
const oldBrowsers = ['es2018', 'chrome70', 'safari12', 'ios12'];

/**
 * The recipient's page is a separate build, after the application and into the same folder: it must
 * open in browsers that the application no longer supports, and shares no code with it.
 */
export default defineConfig({
  plugins: [
    endpointAddresses([
      'openDeliveryLink',
      'listDeliveredLetters',
      'openDeliveredLetter',
      'getDelivery',
      'downloadDeliveredFile',
      'downloadLetterArchive',
      'closeDeliveryLink',
    ]),
    endpointAddresses(
      ['previewLetters', 'previewDelivery', 'downloadFile', 'refreshSession'],
      'preview-addresses',
    ),
    leanPage(),
    pageTexts(),
    // The application's build emits them into the same folder.
    pdfResources({ areEmitted: true }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    assetsDir: 'assets',
    target: oldBrowsers,
    cssTarget: oldBrowsers,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: 'delivery.html' },
  },
});
