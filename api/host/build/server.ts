import { join } from 'node:path';
import type { InlineConfig } from 'vite';

/**
 * How the server is built: with its packages in a handful of files, since reading and compiling hundreds of small ones
 * costs a start 0.2 s of CPU. Names are kept, for some packages go by them and stack traces are read by people.
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
    // Two are needed once: by the child process that downloads mongod, and by a start that has something to migrate. One
    // is machine code, which no bundle can hold, and one starts its threads by a file of its own.
    ssr: { noExternal: true, external: ['mongodb-memory-server-core', 'umzug', '@node-rs/argon2', 'piscina'] },
  };
}
