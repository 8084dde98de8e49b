import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { commonRequests, preloadManifest, type RoutePreload } from './preloadManifest.ts';

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
  // Shared by lists of rows in forms and by product lines.
  chunkOf('rows', [
    'portal/look/MoveButtons.tsx',
    'portal/forms/paste/usePaste.ts',
    'portal/forms/widgets/lazyUndoRemovedRow.ts',
    'portal/forms/widgets/rowFocus.ts',
  ]),
  chunkOf('records', ['schemas/generated/registry.ts', 'schemas/changes/words/record-place.ts']),
  // What a read-only order needs in addition to be shown.
  chunkOf('ReadOnlyField', ['portal/forms/reading/ReadOnlyField.tsx']),
  chunkOf('afterInputs', ['portal/orders/afterInputs.ts']),
  // The rules language, what needs it, and lists of rows, which come with it: the other fields accept input before.
  chunkOf('read-form', [
    'schemas/forms/read-form.ts',
    'portal/orders/loading/cachedForms.ts',
    'portal/orders/loading/warmUp.ts',
    'portal/forms/widgets/CollectionView.tsx',
  ]),
];

const packageJson: { browserslist: string[] } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/**
 * The build target, from `browserslist` in package.json: the versions of Safari. The last two versions of the other
 * browsers have all syntax that these have.
 */
const target = packageJson.browserslist.flatMap((query) => {
  const [, name, version] = /^(Safari|iOS) >= ([\d.]+)$/.exec(query) ?? [];
  return name ? [`${name.toLowerCase()}${version}`] : [];
});

const productionRouter = fileURLToPath(
  new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url),
);

/** The build of the portal: one page at /, everything in dist/portal. `npm run dev` serves it together with the API. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), dressBeforePaint(), preloadManifestPlugin()],
  // The package's exports name its development build only, whose warnings nobody sees here.
  resolve: { alias: [{ find: /^react-router$/, replacement: productionRouter }] },
  css: { modules: { generateScopedName: shortName } },
  build: {
    outDir: '../dist/portal',
    emptyOutDir: true,
    target,
    // All browsers of this target support module preload. A chunk names only the styles of the chunks that it imports
    // dynamically: the names of their scripts would add 3 KB to the first load, and most have only scripts that it has.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, scripts, { hostType }) => (hostType === 'js' ? [] : scripts),
    },
    // An inlined file would require `data:` in the content security policy (design 5).
    assetsInlineLimit: 0,
    // The first load names a hundred files: the shortest hashes, and no names of style sheets, which nobody looks up.
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: { groups },
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
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

/**
 * Vite plugin that writes the preload manifest `preload.json` for `api/platform/pages/`: the preload links and the requests
 * of each route.
 */
function preloadManifestPlugin(): Plugin {
  return {
    name: 'preload-manifest',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const chunkOf = (module: string) => {
        const chunk = chunks.find(({ moduleIds }) =>
          moduleIds.some((id) => id.replaceAll('\\', '/').endsWith(`/${module}`)),
        );
        if (!chunk) throw new Error(`portal/preloadManifest.ts names ${module}, which the portal was built without`);
        return chunk;
      };
      const before = new Set(filesOf(chunkOf('portal/main.tsx'), bundle));
      const routes = Object.entries<RoutePreload>(preloadManifest).map(
        ([path, { module: code, laterModules = [], calls = [] }]) => {
          const first = filesOf(chunkOf(code), bundle).filter((file) => !before.has(file));
          const second = new Set(laterModules.flatMap((module) => filesOf(chunkOf(module), bundle)));
          for (const file of [...before, ...first]) second.delete(file);
          const later = [...second].sort((one, other) => sizeOf(bundle[one]) - sizeOf(bundle[other]));
          return { path, head: [...first.map(link), ...later.map(laterLink)].join(''), calls };
        },
      );
      this.emitFile({
        type: 'asset',
        fileName: 'preload.json',
        source: JSON.stringify({ always: commonRequests, routes }),
      });
    },
  };
}

/**
 * Returns the files that a chunk needs: its static imports and their styles, its own last, in the order in which they
 * apply.
 */
function filesOf(first: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk) => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  };
  add(first);
  return [...files];
}

const kindOf = (file: string) => (file.endsWith('.css') ? 'stylesheet' : 'modulepreload');

const link = (file: string) => `<link rel="${kindOf(file)}" crossorigin href="/${file}">`;

/**
 * The size by which later files are sorted: small ones first, so that large ones do not take bandwidth from the first
 * files.
 */
const sizeOf = (file: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined) =>
  (file?.type === 'chunk' ? file.code : (file?.source ?? '')).length;

/** Preloads a file of the second step without blocking rendering, which a stylesheet link would. */
const laterLink = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${file}">`
    : link(file);
