import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopOrphan } from '#api/platform/mongod/orphan.ts';
import { freePort } from '#api/platform/mongod/start.ts';
import { pollUntil } from './until.ts';

export type Product = {
  url: string;
  dataDir: string;
  pid: number;
  /** Its output so far. */
  output(): string;
  /** Sends SIGTERM and resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL, as a crash; its database server may survive. */
  kill(): Promise<void>;
};

export type ProductOptions = {
  dataDir: string;
  port?: number;
  environment?: Record<string, string>;
  seconds?: number;
  /** The project root of the build; ours by default. */
  root?: string;
  /** A wrapper command that runs the product's command, given as its arguments. */
  within?: string[];
  /** The Node binary; the current one by default. */
  node?: string;
};

/** The Node arguments of `npm start`: options and program. */
const started = String(Object(JSON.parse(readFileSync('package.json', 'utf8'))).scripts.start)
  .split(' ')
  .slice('exec node'.split(' ').length);

/** Makes a data folder for one product in `fastFolder`. */
export async function newDataDir(): Promise<string> {
  return mkdtemp(join(await fastFolder(), 'portal-data-'));
}

/** Picks tmpfs if it has enough free memory, since every write waits for the journal; else the temporary folder. */
export async function fastFolder(): Promise<string> {
  const needed = 2 ** 31;
  const memory = '/dev/shm';
  const free = await statfs(memory)
    .then(({ bavail, bsize }) => bavail * bsize)
    .catch(() => 0);
  return free > needed ? memory : tmpdir();
}

/**
 * Starts the built product (run `npm run build` first) on a free port and waits until it is ready. Throws with its
 * output when it exits or does not become ready.
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  if (options.port !== undefined) return await startOn(options.port, options);
  try {
    return await startOn(await freePort(), options);
  } catch (error) {
    // Another program may have taken the port since it was free.
    if (!String(error).includes('is in use by another program')) throw error;
    return await startOn(await freePort(), options);
  }
}

async function startOn(listensOn: number, { seconds = 60, ...options }: ProductOptions): Promise<Product> {
  const product = spawnProduct({ ...options, port: listensOn });
  await pollUntil({ label: `the product on port ${listensOn}`, seconds }, async () => {
    if (hasEnded(product.process)) throw new Error(`the product exited during startup:\n${product.output()}`);
    return (await isReady(product.url)) ? true : undefined;
  }).catch(async (error: unknown) => {
    await product.stop();
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${product.output()}`);
  });
  return product;
}

/** Starts the built product without waiting, for starts that are meant to fail. */
export function spawnProduct(options: ProductOptions & { port: number }): Product & { process: ChildProcess } {
  const [command = '', ...args] = [...(options.within ?? []), options.node ?? process.execPath, ...started];
  const child = spawn(command, args, {
    env: {
      ...{ ...inherited(), DATA_DIR: options.dataDir, PORT: String(options.port) },
      // No load balancer has to notice the stop.
      ...{ DRAIN_SECONDS: '0', ...options.environment },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.root ? { cwd: options.root } : {}),
  });
  if (child.pid === undefined) throw new Error('the product could not be started');
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  }
  return {
    process: child,
    url: `http://localhost:${options.port}`,
    dataDir: options.dataDir,
    pid: child.pid,
    output: () => printed.join(''),
    stop: () => end(child, 'SIGTERM'),
    kill: async () => {
      await end(child, 'SIGKILL');
    },
  };
}

/**
 * Removes a product's data folder, and stops a database server that a killed product left behind. The product must have
 * exited.
 */
export async function removeDataDir(dataDir: string): Promise<void> {
  await stopOrphan({ folder: dataDir, report: () => undefined });
  await rm(dataDir, { recursive: true, force: true });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (hasEnded(child)) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await ended;
  clearTimeout(force);
  return child.exitCode;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/readyz`)).status === 200;
  } catch {
    // Nothing listens yet.
    return false;
  }
}

/** Our environment without the variables of the test runners and of the caller's own product. */
function inherited(): NodeJS.ProcessEnv {
  const ours = /^(HOST|PORT|PUBLIC_URL|MONGODB_URI|DATA_DIR|SECRET_KEY|SMTP_URL|MAIL_FROM|AUTH_.*|GOOGLE_.*|DEMO)$/;
  const runners = /^(NODE_ENV|VITEST.*|TEST|NODE_OPTIONS|FORCE_COLOR)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name) && !runners.test(name)));
}
