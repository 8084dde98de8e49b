import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { leanLibraries, reactByName } from './vite.lean.ts';
import { preloadManifestPlugin } from './vite.preload.ts';

/**
 * Manual chunks: one file compresses better than many, but each page should load only what it needs. The libraries of
 * all pages stay cached when our own code changes. Then come the code of all pages, of all forms, and of lists. Paths
 * on Windows have backslashes.
 */
const groups = [
  {
    name: 'frame',
    // Except modules that only lazy-loaded parts use.
    test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|@casl|@ucast)[\\/](?!.*(useInfiniteQuery|infiniteQueryObserver|useQueries|queriesObserver))/,
    priority: 3,
  },
  {
    name: 'app',
    test: anyOf([
      // The entry and small modules that are not worth a request of their own.
      'portal/main.tsx',
      'portal/look/(tokens|base).css',
      'portal/frame/(App|Redirect|useLeaveGuard).tsx',
      'portal/channels/ChannelRoute.tsx',
      'portal/look/(RelativeTime|StatusChip|RecordNotFound).tsx',
      'portal/forms/widgets/MarkdownText.tsx',
      // The placeholder of an order uses the form's styles before the form is loaded.
      'portal/forms/widgets/Heading.module.css',
      'portal/orders/editing/OrderEditor.module.css',
      // Small, and used by every form that saves.
      'portal/editing/autosaveBackoff.ts',
      // Shared by lists and the order page, so that neither loads the other.
      'schemas/orders/state-note.ts',
      // Used by forms, lists and the palette.
      'portal/lists/useDebounced.ts',
      // Used by the new-order page and the order page.
      'portal/orders/editing/ClientField.tsx',
      // Used by lists and read-only forms.
      'schemas/texts/money.ts',
      'portal/look/Combobox.tsx',
      'portal/api/useIdempotencyKey.ts',
      // Sets theme and density, together with the preferences.
      'portal/forms/store/usePrinting.ts',
      // Vite's helper for dynamic imports.
      'vite/preload-helper.js',
    ]),
    priority: 2,
  },
  {
    name: 'form',
    test: anyOf([
      'portal/forms/FormView.tsx',
      'portal/forms/rowNames.ts',
      'portal/forms/store/createFormStore.ts',
      'schemas/forms/(read-form-without-scripts|passwords).ts',
    ]),
    priority: 1,
  },
  {
    // The rules language and its interpreter, loaded after the form accepts input.
    name: 'read-form',
    test: anyOf(['schemas/forms/(read-form|reads|filling/run-script).ts', 'portal/orders/loading/warmUp.ts']),
    priority: 1,
  },
  {
    name: 'list',
    // Home and the orders of a channel, where most visits start, in one file.
    test: anyOf([
      'portal/home/HomePage.tsx',
      'portal/orders/list/OrdersPage.tsx',
      'portal/lists/(useListState.ts|SearchField.tsx|ListBody.tsx|FilterChips.tsx)',
      'portal/look/DataTable.tsx',
      'portal/orders/list/OrderTable.tsx',
    ]),
    priority: 1,
  },
  {
    // What the order page shows first.
    name: 'order-head',
    test: anyOf(['portal/orders/(OrderPage.tsx|loading/useLoadedOrder.ts)']),
    priority: 1,
  },
  {
    // The rest that the order page needs to accept input.
    name: 'order',
    test: anyOf(['portal/orders/editing/DelayedOrderEditor.tsx']),
    priority: 1,
  },
  // Modules that the order page shares with other pages, so that those do not load the rest of it.
  {
    name: 'records',
    test: anyOf([
      'schemas/generated/registry.ts',
      'schemas/resource/resource.ts',
      'schemas/changes/words/(record-place|place).ts',
    ]),
    priority: 1,
  },
  { name: 'form-place', test: anyOf(['schemas/changes/words/form-place.ts']), priority: 0 },
  { name: 'copying', test: anyOf(['portal/orders/copying/DuplicateDialog.tsx']), priority: 1 },
  {
    name: 'pieces',
    test: anyOf([
      'portal/keys/keyBindings.ts',
      'portal/forms/describeProblem.ts',
      'portal/forms/files/FileLink.tsx',
      'portal/orders/history/useUserNames.ts',
      'portal/orders/lines/(useLineProducts|lineName|useFile).ts',
      'schemas/files/(urls|thumbnails).ts',
      'schemas/mail/order-notifications.ts',
      'schemas/orders/(bypass|line-labels).ts',
      'schemas/texts/author-text.ts',
    ]),
    priority: 1,
  },
  {
    // What the order page loads afterwards, beside and below the form, in one file.
    name: 'order-more',
    test: anyOf([
      'portal/orders/(OrderFacts|PreviousNextOrder|history/Timeline|unsaved-changes/StoredChanges).tsx',
      'portal/orders/(problems/(OrderProblems|OrderOutline)|lifecycle/(OrderActions|SecondaryActions)).tsx',
      'portal/orders/lines/OrderLines.tsx',
    ]),
    priority: 0,
  },
];

/** The build of the portal: one page at /, everything in dist/portal. `npm run dev` serves it together with the API. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), leanLibraries(), reactByName(), dressBeforePaint(), preloadManifestPlugin()],
  css: { modules: { generateScopedName: shortName } },
  build: {
    outDir: '../dist/portal',
    emptyOutDir: true,
    // All browsers of this target support module preload.
    modulePreload: { polyfill: false },
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

function anyOf(files: string[]): RegExp {
  const paths = files.map((file) => file.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]'));
  return new RegExp(`(${paths.join('|')})$`);
}
