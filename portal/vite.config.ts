import { createHash } from 'node:crypto';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * A file packs better than many, and each brings what it needs along. The libraries of all pages stay in caches when our own
 * code changes; then come what all pages are made of, what all forms are, and what lists are. Windows' paths have backslashes.
 */
const groups = [
  {
    name: 'frame',
    // But for what only parts that come later ask by.
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|@casl|@ucast)[\\/](?!.*(useInfiniteQuery|infiniteQueryObserver|useQueries|queriesObserver))/,
    priority: 3,
  },
  {
    name: 'app',
    test: anyOf([
      'portal/look/(tokens|base).css',
      'portal/frame/(App|useLeaveGuard).tsx',
      'portal/channels/ChannelPlace.tsx',
      'portal/look/(Time|StatusChip|MissingRecord).tsx',
      'portal/forms/widgets/MarkdownText.tsx',
      // Small, and what every form that is saved says by.
      'portal/editing/failure.ts',
      // Lists and the page of an order tell of it: neither waits for the other's.
      'schemas/orders/state-note.ts',
      // Forms, lists and the palette ask by it.
      'portal/lists/useDebounced.ts',
      // Both pages of an order have them.
      'portal/orders/ClientChoice.tsx',
      'portal/look/Combobox.tsx',
      'portal/api/useIdempotencyKey.ts',
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
    name: 'list',
    test: anyOf([
      'portal/lists/(useListState.ts|SearchField.tsx|ListPlace.tsx|Chips.tsx)',
      'portal/look/DataTable.tsx',
      'portal/orders/list/OrderTable.tsx',
    ]),
    priority: 1,
  },
];

/**
 * The portal's build: one page at /, everything of it under dist/portal. `npm run dev` serves it with the API behind it.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), leanRouter(), dressBeforePaint()],
  css: { modules: { generateScopedName: shortName } },
  build: {
    outDir: '../dist/portal',
    emptyOutDir: true,
    // Every browser of this target preloads modules by itself.
    modulePreload: { polyfill: false },
    // An inlined file would need a data: source in the content policy (design 5).
    assetsInlineLimit: 0,
    // The first load names a hundred files: of each hash the least that tells their versions apart.
    rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames: 'assets/[name]-[hash:7].js' } },
  },
});

/**
 * The router wraps its components in calls that could do anything for all that a bundler knows: marked as doing nothing beside what
 * they answer, those that nobody uses are left out.
 */
function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    enforce: 'pre',
    transform: {
      filter: { id: /react-router[\\/]dist/ },
      handler: (code) => ({
        code: code
          .replace(/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1')
          .replace(/^\w+\.displayName = "[^"]*";$/gm, ''),
        map: null,
      }),
    },
  };
}

/** A class by its own name and its file, without the line that it stands in: names are half of what a small part of a page weighs. */
function shortName(name: string, file: string): string {
  const path = file.slice(import.meta.dirname.length).replaceAll('\\', '/');
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 4)}`;
}

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

function anyOf(files: string[]): RegExp {
  const paths = files.map((file) => file.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]'));
  return new RegExp(`(${paths.join('|')})$`);
}
