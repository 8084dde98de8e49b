import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** A replacement in a library's code: the pattern and its replacement. */
type Piece = readonly [piece: RegExp, instead: string];

/**
 * Makes libraries tree-shakable. Bundlers keep calls at module level, because they may have side effects; marking them
 * as pure lets the bundler drop those whose result is unused.
 */
const libraries: readonly { file: RegExp; pieces: readonly Piece[] }[] = [
  {
    // The portal uses neither the data router's state nor framework prefetching.
    file: /react-router[\\/]dist/,
    pieces: [
      [/= (React\d*\.(?:forwardRef|memo|createContext)\()/g, '= /* @__PURE__ */ $1'],
      [/^\w+\.displayName = "[^"]*";$/gm, ''],
      [/let dataRouterState = dataRouterOpts\?\.state;/g, 'const dataRouterState = null;'],
      [/ = usePrefetchBehavior\(\s*prefetch,\s*rest\s*\);/g, ' = [false, null, {}];'],
      [/^RenderErrorBoundary\.contextType = RSCRouterContext;$/gm, ''],
      [/return shouldPrefetch && !isAbsolute \?/g, 'return false ?'],
    ],
  },
  {
    // The portal registers only the operators that its rules use (session/ability.ts).
    file: /@casl[\\/]ability[\\/]dist[\\/]esm[\\/]index/,
    pieces: [[/ = F\(I, J\)/g, ' = /* @__PURE__ */ F(I, J)']],
  },
  {
    file: /@ucast[\\/]mongo[\\/]dist/,
    pieces: [
      [/=\(\((\w,\w)\)=>\{let n=\{\}/g, '=/* @__PURE__ */(($1)=>{let n={}'],
      [/validate:P\(/g, 'validate:/* @__PURE__ */P('],
    ],
  },
  {
    file: /@ucast[\\/]js[\\/]dist/,
    pieces: [
      [/var b=r\(/g, 'var b=/* @__PURE__ */r('],
      [/=d\(\(/g, '=/* @__PURE__ */d(('],
      [/B=(\{\.\.\.b,in:F\}),V=y\(B\)/g, 'B=/* @__PURE__ */(()=>($1))(),V=/* @__PURE__ */y(B)'],
    ],
  },
  {
    file: /@ucast[\\/]mongo2js[\\/]dist/,
    pieces: [
      [
        /const d=(u\(r,a\)),f=(u\(.*?\{forPrimitives:!0\}\)),p=d;/g,
        'const d=/* @__PURE__ */$1,f=/* @__PURE__ */(()=>$2)(),p=d;',
      ],
    ],
  },
];

/**
 * Vite plugins that remove unused code from libraries. The build fails if a library's code has changed, so that a
 * pattern no longer matches.
 */
export function leanLibraries(): Plugin[] {
  return libraries.map(leanLibrary);
}

function leanLibrary({ file, pieces }: (typeof libraries)[number]): Plugin {
  const missing = new Set(pieces);
  return {
    name: `lean ${file.source}`,
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: file },
      handler: (code) => ({
        code: pieces.reduce((lean, part) => {
          const [piece, instead] = part;
          const next = lean.replace(piece, instead);
          if (next !== lean) missing.delete(part);
          return next;
        }, code),
        map: null,
      }),
    },
    buildEnd(error) {
      if (!error && missing.size > 0) {
        const all = [...missing].map(([piece]) => piece.source);
        throw new Error(`A library is written otherwise now: ${file.source} has no ${all.join(', ')}`);
      }
    },
  };
}

const require = createRequire(import.meta.url);
const ofReact = ['react', 'react/jsx-runtime'];

/**
 * Vite plugin that re-exports React's CommonJS modules by name, so that each name is looked up once instead of at every
 * use.
 */
export function reactByName(): Plugin {
  const prefix = '\0by-name:';
  return {
    name: 'react-by-name',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: ofReact.map((name) => new RegExp(`^${name}$`)) },
      handler: (name, importer = '') =>
        importer.startsWith(prefix) || importer.includes('node_modules') ? undefined : prefix + name,
    },
    load: {
      filter: { id: new RegExp(`^${prefix}`) },
      handler: (id) => {
        const library = id.slice(prefix.length);
        const names = Object.keys(require(library)).map((name) => `export const ${name} = all.${name};`);
        return { code: `import all from '${library}';\n${names.join('\n')}`, moduleSideEffects: false };
      },
    },
  };
}
