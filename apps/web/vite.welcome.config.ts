import { defineConfig } from 'vite';
import { systemTheme, welcomePages } from './build/welcome/welcome-pages.ts';

/**
 * The public page is a separate build, after the application and into the same folder: complete
 * pages, one per language, with styles but without scripts of the application.
 */
export default defineConfig({
  plugins: [systemTheme(), welcomePages()],
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    copyPublicDir: false,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'src/welcome/welcome.css' },
  },
});
