import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createServer, type InlineConfig, type ViteDevServer } from 'vite';
import { type Config, loadConfig } from './platform/config/config.ts';
import { startEmbeddedDatabase } from './platform/database/open.ts';
import { freePort } from './platform/mongod/start.ts';
import { lockDataDir } from './platform/process/data-dir-lock.ts';
import { assertPortAvailable } from './platform/process/port.ts';
import { openShutdown, type Shutdown } from './platform/process/shutdown.ts';

const root = resolve(import.meta.dirname, '..');

/**
 * `npm run dev`: both UIs and the API behind PUBLIC_URL with hot reload. The database runs in this process, so that it
 * survives restarts of the API; schema changes trigger the generator.
 */
async function develop(closing: Shutdown): Promise<void> {
  const config = loadConfig();
  if (config.embedded) await lockDataDir({ dataDir: config.dataDir, closing });
  await assertPortAvailable(config);
  if (config.embedded) await startEmbeddedDatabase({ config, closing });
  await run(['schemas/generate/main.ts']);
  watch(closing, ['--include', 'schemas/**/*.schema.json', 'schemas/generate/main.ts']);
  const apiPort = await freePort();
  watch(closing, ['api/dev-server.ts', String(apiPort)]);
  await serveUis({ config, closing, apiPort });
}

/** Vite serves the portal and proxies requests to the API and the back-office. */
async function serveUis(served: { config: Config; closing: Shutdown; apiPort: number }): Promise<void> {
  const { config, closing, apiPort } = served;
  const adminPort = await freePort();
  const admin = await createServer(uiConfig('admin', { host: '127.0.0.1', port: adminPort }));
  const portal = await createServer(
    uiConfig('portal', {
      host: config.host,
      port: config.port,
      proxy: {
        '/api': `http://127.0.0.1:${apiPort}`,
        '/admin': { target: `http://127.0.0.1:${adminPort}`, ws: true },
      },
    }),
  );
  for (const server of [admin, portal]) await listen(server, closing);
}

function uiConfig(ui: 'portal' | 'admin', server: NonNullable<InlineConfig['server']>): InlineConfig {
  return {
    configFile: join(root, ui, 'vite.config.ts'),
    // Two Vite servers must not share a cache folder.
    cacheDir: join(root, 'node_modules', '.vite', ui),
    server: { ...server, strictPort: true },
    logLevel: 'warn',
  };
}

async function listen(server: ViteDevServer, closing: Shutdown): Promise<void> {
  closing.add(() => server.close());
  await server.listen();
}

/** Runs one of our programs and restarts it when its sources change. */
function watch(closing: Shutdown, args: string[]): void {
  const child = spawn(process.execPath, [tsx('tsx/cli'), 'watch', '--clear-screen=false', ...args], inRoot);
  const ended = once(child, 'close');
  closing.add(async () => {
    child.kill('SIGTERM');
    await ended;
  });
}

async function run(args: string[]): Promise<void> {
  const [code] = await once(spawn(process.execPath, [tsx('tsx/cli'), ...args], inRoot), 'close');
  if (code !== 0) throw new Error(`${args[0]} exited with code ${code}`);
}

const inRoot = { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] } satisfies Parameters<typeof spawn>[2];

function tsx(entry: string): string {
  return new URL(import.meta.resolve(entry)).pathname;
}

const closing = openShutdown();
await develop(closing).catch((error: unknown) => closing.fail(error));
