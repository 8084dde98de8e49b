import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** What stands in a library's file, and what stands there instead. */
type Piece = readonly [piece: RegExp, instead: string];

/**
 * Libraries call functions while they are loaded, which could do anything for all that a bundler knows: marked as doing nothing beside what
 * they answer, those whose answer nobody uses are left out.
 */
const libraries: readonly { file: RegExp; pieces: readonly Piece[] }[] = [
  {
    // Nobody reads the data router's state here, nor prefetches by its framework's manifest.
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
    // The portal names the operators of its rules' conditions (session/ability.ts).
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

/** Leaves out of libraries what nobody here uses. A version that is written otherwise stops the build. */
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
 * React comes as CommonJS, whose names are looked up at each use, and its are used on every line: here they are looked up once.
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
