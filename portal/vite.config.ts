import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { preloadManifestPlugin } from './vite.preload.ts';

/**
 * The chunks of the way to an order, in the order in which they load (performance 2). One file compresses better than
 * many, so each chunk also contains all static imports of its modules that no earlier chunk has. Everything else is
 * split by its dynamic imports.
 */
const groups = [
  // Packages that every page needs: they stay cached when our own code changes.
  { name: 'vendor', test: /node_modules/, tags: ['$initial' as const] },
  { name: 'app', tags: ['$initial' as const] },
  // The way from Home to a new order, which most visits take.
  chunkOf('list', [
    'portal/home/HomePage.tsx',
    'portal/channels/ChannelsPage.tsx',
    'portal/orders/list/OrdersPage.tsx',
    'portal/orders/NewOrderPage.tsx',
  ]),
  chunkOf('order', ['portal/orders/OrderPage.tsx', 'portal/orders/editing/DelayedOrderEditor.tsx']),
  // Shared by the following chunks and by other pages, which do not need the rest of those.
  chunkOf('decimal', ['grammar/decimal/decimal.ts']),
  chunkOf('records', ['schemas/generated/registry.ts', 'schemas/changes/words/record-place.ts']),
  // What a read-only order needs in addition to be shown.
  chunkOf('ReadOnlyField', ['portal/forms/reading/ReadOnlyField.tsx']),
  chunkOf('afterInputs', ['portal/orders/afterInputs.ts']),
  // The rules language: the form accepts input without it.
  chunkOf('read-form', ['schemas/forms/read-form.ts']),
];

/** The build of the portal: one page at /, everything in dist/portal. `npm run dev` serves it together with the API. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), dressBeforePaint(), preloadManifestPlugin()],
  css: { modules: { generateScopedName: shortName } },
  build: {
    outDir: '../dist/portal',
    emptyOutDir: true,
    // All browsers of this target support module preload. A chunk names only the styles of the chunks that it imports
    // dynamically: the names of their scripts would add 3 KB to the first load, and most have only scripts that it has.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, scripts, { hostType }) => (hostType === 'js' ? [] : scripts),
    },
    // An inlined file would require `data:` in the content security policy (design 5).
    assetsInlineLimit: 0,
    // The first load names a hundred files, so use the shortest hashes that distinguish their versions.
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: { groups },
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
});

/**
 * Builds CSS module class names from class and file, without the line number: names are half the size of a small part
 * of a page.
 */
function shortName(name: string, file: string): string {
  const path = file.slice(import.meta.dirname.length).replaceAll('\\', '/');
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 4)}`;
}

/**
 * Vite plugin that makes the entry script block rendering, so that the theme is applied before the first paint and the
 * other one does not flash.
 */
function dressBeforePaint(): Plugin {
  return {
    name: 'dress-before-paint',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll('<script type="module"', '<script blocking="render" type="module"'),
    },
  };
}

/** A chunk of modules, given by their paths from the root of the repository. */
function chunkOf(name: string, modules: string[]) {
  const isOwn = (id: string) => modules.some((path) => id.replaceAll('\\', '/').endsWith(`/${path}`));
  return { name, test: isOwn };
}
