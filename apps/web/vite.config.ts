import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { endpointAddresses } from './build/endpoint-addresses.ts';
import { preloadFonts } from './build/preload-fonts.ts';

export default defineConfig({
  plugins: [react(), endpointAddresses(), preloadFonts()],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    manifest: true,
    target: 'es2022',
    // Inlined assets would be data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': { target: 'http://localhost:3000' } },
  },
});
