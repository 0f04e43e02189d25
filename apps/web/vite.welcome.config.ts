import { defineConfig } from 'vite';
import { systemTheme, welcomePages } from './build/welcome/welcome-pages.ts';

/**
 * The public page is built by itself, after the application and into the same folder: it has no
 * script of the application, only styles, and one whole page per language.
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
