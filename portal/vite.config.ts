import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Windows' paths have backslashes. */
const everyPage =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|@casl|@ucast)[\\/]/;

/**
 * The portal's build: one page at /, everything of it under dist/portal. `npm run dev` serves it with the API behind it.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), dressBeforePaint()],
  build: {
    outDir: '../dist/portal',
    emptyOutDir: true,
    // Every browser of this target preloads modules by itself.
    modulePreload: { polyfill: false },
    // An inlined file would need a data: source in the content policy (design 5).
    assetsInlineLimit: 0,
    // What every page needs comes as one file: it packs better than many, and stays in caches when our own code changes.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', test: everyPage }] } } },
  },
});

/** Nothing is painted before the entry has put the reader's theme on the page: no flash of the other one. */
function dressBeforePaint(): Plugin {
  return {
    name: 'dress-before-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replace('<script type="module"', '<script blocking="render" type="module"'),
    },
  };
}
