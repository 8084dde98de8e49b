import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtStamp, stampOf } from './platform/build/stamp.mjs';

// `npm start`: plain JavaScript, because it runs before anything is built. Checks the Node version, builds if the
// sources have changed since the last build, and starts the application in this process. `npm run build` only builds.

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

requireNode([20, 19]);
if (process.argv[2] === 'build') await build([]);
else {
  if (builtStamp(root) !== stampOf(root)) await build(['start']);
  /** @type {typeof import('./main.ts')} */
  const { start } = await import(pathToFileURL(join(root, 'dist', 'api', 'main.js')).href);
  await start({ pagesFolder: join(root, 'dist') });
}

/** @param {[number, number]} oldest */
function requireNode([major, minor]) {
  const [ourMajor = 0, ourMinor = 0] = process.versions.node.split('.').map(Number);
  if (ourMajor > major || (ourMajor === major && ourMinor >= minor)) return;
  fail(`Node ${major}.${minor} or newer is required; this is ${process.versions.node}.`);
}

/**
 * Builds in a child process, so that its memory is freed. Before a start it also downloads mongod in parallel.
 * @param {string[]} purpose
 */
async function build(purpose) {
  if (!existsSync(join(root, 'node_modules', 'tsx'))) fail('The dependencies are not installed. Run `npm ci` first.');
  process.stdout.write('Building\n');
  const program = join(root, 'api', 'platform', 'build', 'main.ts');
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program, stampOf(root), ...purpose], {
    stdio: 'inherit',
  });
  const end = () => child.kill();
  for (const signal of signals) process.on(signal, end);
  const [code] = await once(child, 'close');
  for (const signal of signals) process.off(signal, end);
  if (code !== 0) process.exit(1);
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
