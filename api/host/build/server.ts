import { join } from 'node:path';
import type { InlineConfig } from 'vite';

/**
 * Vite configuration of the server bundle. Bundling the packages into a few files saves 0.2 s of CPU per start compared
 * to loading hundreds of small ones. Names are kept, because some packages rely on them and stack traces stay readable.
 */
export function serverBuild(root: string): InlineConfig {
  return {
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      outDir: join(root, 'dist', 'api'),
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          main: join(root, 'api', 'main.ts'),
          'fill-worker': join(root, 'api', 'forms', 'fill-worker.ts'),
          'thumbnail-worker': join(root, 'api', 'files', 'thumbnail-worker.ts'),
          'page-worker': join(root, 'api', 'prospect-audits', 'page', 'page-worker.ts'),
          'official-download': join(root, 'api', 'host', 'mongod', 'official-download.ts'),
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
    // when migrations are pending), argon2 (native code), piscina (starts its threads from its own file).
    ssr: { noExternal: true, external: ['mongodb-memory-server-core', 'umzug', '@node-rs/argon2', 'piscina'] },
  };
}
