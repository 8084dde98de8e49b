import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOrphan } from '#api/host/mongod/orphan.ts';
import { freePort } from '#api/host/mongod/port.ts';
import { until } from './until.ts';

export type Product = {
  url: string;
  dataDir: string;
  pid: number;
  /** What it printed so far. */
  output(): string;
  /** Asks it to end (SIGTERM) and answers its exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a crash would (SIGKILL); its database server may live on. */
  kill(): Promise<void>;
};

export type ProductOptions = {
  dataDir: string;
  port?: number;
  environment?: Record<string, string>;
  seconds?: number;
  /** The project that it is built from; ours when not said. */
  root?: string;
  /** A command that runs it: what it is given follows as arguments. */
  within?: string[];
  /** The Node that runs it; ours when not said. */
  node?: string;
};

/** What `npm start` has Node run: its options and the program. */
const started = String(Object(JSON.parse(readFileSync('package.json', 'utf8'))).scripts.start)
  .split(' ')
  .slice('exec node'.split(' ').length);

/** A folder for one product's data, under the system's temporary folder. */
export function newDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'portal-data-'));
}

/**
 * Starts the built product (`npm run build` comes first) on a free port and waits until it is ready. Throws with what
 * it printed when it ends or does not get ready.
 */
export async function startProduct({ seconds = 60, ...options }: ProductOptions): Promise<Product> {
  const listensOn = options.port ?? (await freePort());
  const product = spawnProduct({ ...options, port: listensOn });
  await until({ what: `the product on port ${listensOn}`, seconds }, async () => {
    if (hasEnded(product.process)) throw new Error(`the product ended while starting:\n${product.output()}`);
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
    env: { ...inherited(), DATA_DIR: options.dataDir, PORT: String(options.port), ...options.environment },
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

/** Removes a product's data, and ends the database server that a killed one has left behind. The product has ended before. */
export async function removeDataDir(dataDir: string): Promise<void> {
  await endOrphan({ folder: dataDir, report: () => undefined });
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
    // Nobody listens yet.
    return false;
  }
}

/** Our environment without what the test runners and the caller's own product set in it. */
function inherited(): NodeJS.ProcessEnv {
  const ours = /^(HOST|PORT|PUBLIC_URL|MONGODB_URI|DATA_DIR|SECRET_KEY|SMTP_URL|MAIL_FROM|AUTH_.*|GOOGLE_.*|DEMO)$/;
  const runners = /^(NODE_ENV|VITEST.*|TEST|NODE_OPTIONS|FORCE_COLOR)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name) && !runners.test(name)));
}
