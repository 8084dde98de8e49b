import { join, resolve } from 'node:path';
import { build } from 'vite';
import { compilerTextPlugin } from '../../../api/platform/build/compiler-text.ts';
import { comparedPackagesFolder } from './compared-packages.ts';

/**
 * Bundles the program of the child processes like the server, so that the measured code is the code that runs; a
 * TypeScript loader would add its own cost to every closure. The bundle is written where the compared packages resolve.
 */
export async function bundleChild(): Promise<string> {
  const outDir = resolve(comparedPackagesFolder, 'node_modules', '.rules');
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [compilerTextPlugin(resolve())],
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: { child: resolve(comparedPackagesFolder, 'rules', 'child.ts') },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
    ssr: { external: ['@marcbachmann/cel-js', 'json-logic-engine', 'jsonata'] },
  });
  return join(outDir, 'child.js');
}
