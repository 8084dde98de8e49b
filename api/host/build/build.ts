import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type InlineConfig, build as viteBuild } from 'vite';
import { takeLock } from '../process/lock.ts';
import { StartFailure } from '../process/start-failure.ts';
import { compress } from './compress.ts';
import { serverBuild } from './server.ts';

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
  const lock = await takeLock({ file: join(root, 'dist', 'build.lock'), patience: () => 300_000 });
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

function uiBuild(root: string, ui: 'portal' | 'admin'): InlineConfig {
  const router = join(root, 'node_modules', 'react-router', 'dist', 'production');
  return {
    configFile: join(root, ui, 'vite.config.ts'),
    logLevel: 'warn',
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
  if (code !== 0) throw new StartFailure('The schemas could not be read; see above.');
}
