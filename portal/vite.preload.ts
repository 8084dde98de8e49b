import type { Plugin, Rolldown } from 'vite';
import { commonRequests, preloadManifest, type RoutePreload } from './preloadManifest.ts';

/**
 * Vite plugin that writes the preload manifest `preload.json` for `api/platform/pages/`: the preload links and the requests
 * of each route.
 */
export function preloadManifestPlugin(): Plugin {
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
