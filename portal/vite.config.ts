import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { aheadFile } from './vite.ahead.ts';
import { leanLibraries, reactByName } from './vite.lean.ts';

/**
 * A file packs better than many, and each brings what it needs along. The libraries of all pages stay in caches when our own
 * code changes; then come what all pages are made of, what all forms are, and what lists are. Windows' paths have backslashes.
 */
const groups = [
  {
    name: 'frame',
    // But for what only parts that come later ask by.
    test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|@casl|@ucast)[\\/](?!.*(useInfiniteQuery|infiniteQueryObserver|useQueries|queriesObserver))/,
    priority: 3,
  },
  {
    name: 'app',
    test: anyOf([
      // The entry itself: what is small needs no way of its own.
      'portal/main.tsx',
      'portal/look/(tokens|base).css',
      'portal/frame/(App|LeadOn|useLeaveGuard).tsx',
      'portal/channels/ChannelPlace.tsx',
      'portal/look/(Time|StatusChip|MissingRecord).tsx',
      'portal/forms/widgets/MarkdownText.tsx',
      // An order shows what its form says before there is more of the form.
      'portal/forms/widgets/Heading.module.css',
      'portal/orders/OrderEditor.module.css',
      // Small, and what every form that is saved says by.
      'portal/editing/failure.ts',
      // Lists and the page of an order tell of it: neither waits for the other's.
      'schemas/orders/state-note.ts',
      // Forms, lists and the palette ask by it.
      'portal/lists/useDebounced.ts',
      // Both pages of an order have them.
      'portal/orders/ClientChoice.tsx',
      // Lists, and what is read of a form.
      'schemas/texts/money.ts',
      'portal/look/Combobox.tsx',
      'portal/api/useIdempotencyKey.ts',
      // Decides, with the preferences, how a page is dressed.
      'portal/forms/store/usePrinting.ts',
      // How Vite loads what is loaded later.
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
      'schemas/forms/(read-form-ahead|passwords).ts',
    ]),
    priority: 1,
  },
  {
    // The rules language with what runs it, after the form can be typed in.
    name: 'read-form',
    test: anyOf(['schemas/forms/(read-form|reads|filling/run-script).ts', 'portal/orders/(warmUp|trialForm).ts']),
    priority: 1,
  },
  {
    name: 'list',
    // Home and the orders of a channel, where each visit begins: one file, and its styles another.
    test: anyOf([
      'portal/home/HomePage.tsx',
      'portal/orders/list/OrdersPage.tsx',
      'portal/lists/(useListState.ts|SearchField.tsx|ListPlace.tsx|Chips.tsx)',
      'portal/look/DataTable.tsx',
      'portal/orders/list/OrderTable.tsx',
    ]),
    priority: 1,
  },
  {
    // What the page of an order shows at once.
    name: 'order-head',
    test: anyOf(['portal/orders/(OrderPage.tsx|useLoadedOrder.ts)']),
    priority: 1,
  },
  {
    // What it is made of until it can be typed in.
    name: 'order',
    test: anyOf(['portal/orders/SteadyEditor.tsx']),
    priority: 1,
  },
  // What the order's page has in common with others, so that these do not load the rest of it.
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
      'portal/keys/bindings.ts',
      'portal/forms/problemWords.ts',
      'portal/forms/files/FileName.tsx',
      'portal/orders/useUserNames.ts',
      'portal/orders/lines/(useLineProducts|lineName|useFile).ts',
      'schemas/files/(addresses|thumbnails).ts',
      'schemas/mail/notices.ts',
      'schemas/orders/(bypass|line-labels).ts',
      'schemas/texts/in-whose-name.ts',
    ]),
    priority: 1,
  },
  {
    // What its page then shows beside and below the form, all of it at once.
    name: 'order-more',
    test: anyOf([
      'portal/orders/(Timeline|KeptHere|OrderFacts|OrderProblems|OrderOutline|OrderActions|MoreActions|OrderNeighbours).tsx',
      'portal/orders/lines/OrderLines.tsx',
    ]),
    priority: 0,
  },
];

/**
 * The portal's build: one page at /, everything of it under dist/portal. `npm run dev` serves it with the API behind it.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), leanLibraries(), reactByName(), dressBeforePaint(), aheadFile()],
  css: { modules: { generateScopedName: shortName } },
  build: {
    outDir: '../dist/portal',
    emptyOutDir: true,
    // Every browser of this target preloads modules by itself.
    modulePreload: { polyfill: false },
    // An inlined file would need a data: source in the content policy (design 5).
    assetsInlineLimit: 0,
    // The first load names a hundred files: of each hash the least that tells their versions apart.
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

/** A class by its own name and its file, without the line that it stands in: names are half of what a small part of a page weighs. */
function shortName(name: string, file: string): string {
  const path = file.slice(import.meta.dirname.length).replaceAll('\\', '/');
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 4)}`;
}

/** Nothing is painted before the entry, and what stands before it, has put the reader's theme on the page: no flash of the other one. */
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
