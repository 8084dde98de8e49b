import { join, resolve } from 'node:path';
import { build } from 'vite';
import { peersFolder } from './peers.ts';

/**
 * Builds the program of the child processes as the server is built, so that what is measured is what runs; a loader of
 * TypeScript would add its own cost to every closure. It stands where the peers are found.
 */
export async function bundleChild(): Promise<string> {
  const outDir = resolve(peersFolder, 'node_modules', '.rules');
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: { child: resolve(peersFolder, 'rules', 'child.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
    ssr: { external: ['@marcbachmann/cel-js', 'json-logic-engine', 'jsonata'] },
  });
  return join(outDir, 'child.js');
}
