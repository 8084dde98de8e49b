import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createLogger, type InlineConfig, type Rolldown, build as viteBuild } from 'vite';
import { acquireLock } from '../process/lock.ts';
import { StartFailure } from '../process/start-failure.ts';
import { compilerTextPlugin } from './compiler-text.ts';

export type BuildRequest = {
  /** Root folder of the repository. */
  root: string;
  /** Hash of all sources, written as the build's stamp. */
  stamp: string;
  /** Skips the build if the existing one has this stamp. */
  onlyIfStale: boolean;
  report: (line: string) => void;
};

/**
 * Builds the generated schema code, both UIs and the server under `dist`. A file lock serializes builds: a second one
 * waits and then skips if the sources are the same.
 */
export async function build({ root, stamp, onlyIfStale, report }: BuildRequest): Promise<void> {
  mkdirSync(join(root, 'dist'), { recursive: true });
  const lock = await acquireLock({ file: join(root, 'dist', 'build.lock'), patience: () => 300_000 });
  try {
    const stampFile = join(root, 'dist', 'stamp.txt');
    if (onlyIfStale && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
    rmSync(stampFile, { force: true });
    await timed(report, 'types and models of the schemas', () => generate(root));
    await Promise.all([
      timed(report, 'portal', () => buildUi(root, 'portal')),
      timed(report, 'back-office', () => buildUi(root, 'admin')),
      timed(report, 'server', () => viteBuild(serverBuild(root))),
    ]);
    writeFileSync(stampFile, stamp);
  } finally {
    lock.release();
  }
}

async function buildUi(root: string, ui: 'portal' | 'admin'): Promise<void> {
  await viteBuild(uiBuild(root, ui));
  await compress(join(root, 'dist', ui));
}

/** Warnings about packages that are known to be harmless; whoever starts the product can do nothing about them. */
const harmless = /MODULE_LEVEL_DIRECTIVE|did not pass the `from` option/;

/** Vite's logger without the harmless warnings. */
function packageLogger() {
  const logger = createLogger('warn');
  const { warn, warnOnce } = logger;
  logger.warn = (message, options) => {
    if (!harmless.test(message)) warn(message, options);
  };
  logger.warnOnce = (message, options) => {
    if (!harmless.test(message)) warnOnce(message, options);
  };
  return logger;
}

function uiBuild(root: string, ui: 'portal' | 'admin'): InlineConfig {
  const router = join(root, 'node_modules', 'react-router', 'dist', 'production');
  return {
    configFile: join(root, ui, 'vite.config.ts'),
    logLevel: 'warn',
    customLogger: packageLogger(),
    // The package's default export condition selects the development build with warnings.
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: join(router, 'index.mjs') },
        { find: /^react-router\/dom$/, replacement: join(router, 'dom-export.mjs') },
      ],
    },
    // Tests check bundle sizes (performance 2), so suppress the warning.
    build: { chunkSizeWarningLimit: 10_000 },
  };
}

async function timed(report: (line: string) => void, part: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  report(`Built: ${part} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
}

async function generate(root: string): Promise<void> {
  const program = join(root, 'schemas', 'generate', 'main.ts');
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program], {
    cwd: root,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new StartFailure('The schemas are invalid; see above.');
}

/** Text files; images and fonts are already compressed. */
const texts = /\.(js|css|svg|json|html|txt)$/;

/** Smaller files fit into one packet anyway; bytes. */
const minSize = 1_400;

/** Maximum quality (11) takes twice the time (8 s of CPU for both UIs) and saves only 2% more. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** Compression by the file extension that @fastify/static looks for. */
const encodings = {
  br: (content: Buffer) => promisify(brotliCompress)(content, brotli),
  gz: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/** Precompresses the text files of a built UI with brotli and gzip, if that makes them smaller. */
async function compress(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile() && texts.test(file.name));
  await Promise.all(paths.map((file) => compressFile(join(file.parentPath, file.name))));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < minSize) return;
  for (const [extension, encode] of Object.entries(encodings)) {
    const compressed = await encode(content);
    if (compressed.length < content.length) await writeFile(`${path}.${extension}`, compressed);
  }
}

/** Any escape sequence, or a character outside ASCII with the backslash that may precede it. */
const nonAscii = /\\[\0-\x7f]|\\?[^\0-\x7f]/g;

/**
 * Writes characters outside ASCII as `\uXXXX`, as minifiers do for old browsers: V8 stores the source of a module in two bytes
 * per character if a single one needs it, which was 5 MiB for every process.
 */
function escapeNonAscii(chunk: Rolldown.OutputChunk | Rolldown.OutputAsset): void {
  if (chunk.type !== 'chunk') return;
  chunk.code = chunk.code.replace(nonAscii, (text) => {
    const code = text.charCodeAt(text.length - 1);
    return code < 128 ? text : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/**
 * Vite configuration of the server bundle. Bundling the packages into a few files saves 0.2 s of CPU per start compared
 * to loading hundreds of small ones. Names are preserved, because some packages rely on them and stack traces stay readable.
 */
function serverBuild(root: string): InlineConfig {
  return {
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    customLogger: packageLogger(),
    plugins: [
      compilerTextPlugin(root),
      { name: 'ascii-output', generateBundle: (_options, bundle) => Object.values(bundle).forEach(escapeNonAscii) },
    ],
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(root, 'dist', 'api'),
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          main: join(root, 'api', 'main.ts'),
          'fill-worker': join(root, 'api', 'features', 'forms', 'fill-worker.ts'),
          'thumbnail-worker': join(root, 'api', 'platform', 'files', 'thumbnail-worker.ts'),
          'page-worker': join(root, 'api', 'features', 'prospect-audits', 'page', 'page-worker.ts'),
          'workbook-worker': join(root, 'api', 'engine', 'imports', 'workbook-worker.ts'),
          'xlsx-worker': join(root, 'api', 'engine', 'resource', 'lists', 'xlsx-worker.ts'),
          'official-download': join(root, 'api', 'platform', 'mongod', 'official-download.ts'),
        },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          minify: {
            mangle: { keepNames: true },
            compress: { keepNames: { function: true, class: true } },
            codegen: true,
          },
        },
      },
    },
    // Not bundled: mongodb-memory-server-core (used only by the child process that downloads mongod) and umzug (only
    // when migrations are pending), argon2 (native code), piscina (starts its threads from its own file),
    // read-excel-file (the code of its threads is the text of its functions).
    ssr: {
      noExternal: true,
      external: ['mongodb-memory-server-core', 'umzug', '@node-rs/argon2', 'piscina', 'read-excel-file/universal'],
    },
  };
}
