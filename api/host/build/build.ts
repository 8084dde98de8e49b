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
  /** The repository. */
  root: string;
  /** A hash over all sources, which the finished build is marked with. */
  stamp: string;
  /** Leaves a build alone that was made of these very sources. */
  onlyIfStale: boolean;
  report: (line: string) => void;
};

/**
 * Builds what the schemas generate, both UIs and the server under `dist`. One build at a time: another one waits, and
 * finds its work done where the sources are the same.
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
    // Its exports name the build with warnings for developers only.
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: join(router, 'index.mjs') },
        { find: /^react-router\/dom$/, replacement: join(router, 'dom-export.mjs') },
      ],
    },
    // How large the files may be is held by tests (performance 2), not by warnings to whoever starts the product.
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
