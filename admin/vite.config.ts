import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Libraries used by all pages: one chunk compresses better than many small shared ones. Libraries of a single page stay
 * with it.
 */
const libraries =
  /^(?!.*@mui[\\/](x-|material[\\/](esm[\\/])?(ToggleButton|Radio))).*node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|@casl|@ucast|@emotion|stylis|react-is|@mui|@popperjs|ra-[\w-]+|react-admin|react-hook-form|react-transition-group|lodash|inflection|query-string|node-polyglot|diacritic)[\\/]/;

const { browserslist }: { browserslist: string[] } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/** As for the portal: the versions of Safari in `browserslist`. */
const target = browserslist
  .filter((query) => /^(Safari|iOS) /.test(query))
  .map((query) => query.replace(' >= ', '').toLowerCase());

/** Build of the back-office as an app of its own under /admin/. The portal loads none of it (performance 2). */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/admin/',
  plugins: [react()],
  resolve: { dedupe: ['react', 'react-dom', 'react-hook-form', '@tanstack/react-query', 'react-router-dom'] },
  build: {
    outDir: '../dist/admin',
    emptyOutDir: true,
    target,
    rolldownOptions: {
      // A page that only runs scripts does not load the editor's part of the language, which its index also exports.
      treeshake: { moduleSideEffects: [{ test: /[\\/]grammar[\\/]/, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // What the entry loads: the packages, which stay cached when our own code changes, and our own code.
            { name: 'vendor', test: /node_modules/, tags: ['$initial'] },
            { name: 'app', tags: ['$initial'] },
            { name: 'libraries', test: libraries },
          ],
        },
      },
    },
  },
});
